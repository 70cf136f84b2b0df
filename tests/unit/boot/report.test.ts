import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "#tests/support/report.ts";
import { openScratch } from "#tests/support/scratch.ts";

const spec = (title: string, status: string, message?: string): unknown => ({
  title,
  file: "links.test.ts",
  tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
});

test("of a browser stage each test counts once, also in groups, and what failed is told in its words", () => {
  const report = {
    suites: [
      {
        title: "links.test.ts",
        specs: [spec("one", "expected"), spec("two", "unexpected", "no link")],
        suites: [{ title: "group", specs: [spec("three", "expected")] }],
      },
    ],
  };
  expect(readPlaywrightReport(JSON.stringify(report), 1, "")).toEqual({
    passed: 2,
    failed: 1,
    failures: ["links.test.ts\ntwo (unexpected)\nno link"],
  });
});

test("of a failed browser test the outline of its page is told, and nothing of its other files", async () => {
  await using folder = await openScratch("report");
  const path = join(folder.path, "error-context.md");
  const page = '# Page snapshot\n\n```yaml\n- heading "Exports"\n```\n';
  await writeFile(path, `# Test info\n\n${page}\n# Test source\n`);
  const attachments = [{ name: "trace", path: "trace.zip" }, { name: "error-context", path }]; // oxfmt-ignore
  const tests = [{ status: "unexpected", results: [{ errors: [{ message: "no link" }], attachments }] }];
  const report = { suites: [{ title: "", specs: [{ title: "one", file: "a.test.ts", tests }] }] };
  expect(readPlaywrightReport(JSON.stringify(report), 1, "").failures).toEqual([
    'a.test.ts\none (unexpected)\nno link\nThe page:\n- heading "Exports"',
  ]);
});

test("a test that was skipped, or passed at a second try, has failed", () => {
  const report = { suites: [{ title: "", specs: [spec("one", "skipped"), spec("two", "flaky")] }] };
  expect(readPlaywrightReport(JSON.stringify(report), 0, "")).toMatchObject({ passed: 0, failed: 2 });
});

test("of a file that failed outside of its tests, it is told where", () => {
  const name = resolve("tests/unit/one.test.ts");
  const report = { testResults: [{ name, status: "failed", message: "gone", assertionResults: [] }] };
  const output =
    "\u001B[31m ✓ two\u001B[39m\n\u001B[41m FAIL \u001B[49m unit tests/unit/one.test.ts\nError: gone\n ❯ one.ts:3:1";
  expect(readVitestReport(JSON.stringify(report), 1, output)).toEqual({
    passed: 0,
    failed: 1,
    failures: [`${name}\ngone\n FAIL  unit tests/unit/one.test.ts\nError: gone\n ❯ one.ts:3:1`],
  });
});

test("a stage without a report, or with an error outside of its tests, has failed", () => {
  for (const read of [readPlaywrightReport, readVitestReport]) {
    const { failed, failures } = read(null, 1, "Unhandled Error\nbroken");
    expect([failed, failures.length]).toEqual([1, 1]);
    expect(failures[0]).toContain("broken");
  }
  const report = { suites: [], errors: [{ message: "the setup broke" }] };
  expect(readPlaywrightReport(JSON.stringify(report), 1, "")).toEqual({
    passed: 0,
    failed: 1,
    failures: ["the setup broke"],
  });
});
