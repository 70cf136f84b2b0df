/** The result of a stage of npm test, read from its runner's report. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

export type Counts = {
  readonly passed: number;
  readonly failed: number;
  /** The failures, in their own words: repeated at the very end, where a reader of a long log begins. */
  readonly failures: readonly string[];
};

type VitestReport = {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
};

const MESSAGE_LENGTH = 1_500;
const OUTLINE_LENGTH = 4_000;

/** The last characters of a text: a tool's own summary is at its end. */
export function tailOf(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(-length)}`;
}

/** The output from the first error outside of any test; without one, the end, which says what had not finished. */
function excerptOf(output: string): string {
  const start = output.search(/Unhandled Errors?/);
  return start === -1 ? tailOf(output, MESSAGE_LENGTH) : output.slice(start, start + 4_000);
}

/** What the output says where a file failed outside of its tests; the report itself has only the message, not where it came from. */
function excerptOfFile(output: string, file: string): string {
  const lines = stripVTControlCharacters(output).split("\n");
  const path = relative(process.cwd(), file);
  const start = lines.findIndex((line) => line.includes("FAIL") && line.includes(path));
  return start === -1 ? "" : lines.slice(start).join("\n").slice(0, MESSAGE_LENGTH);
}

/**
 * Counts and failures from a vitest JSON report (null: none was written), its exit code, and its output. A file that does not load, or an
 * error outside of any test, fails the stage without failing a test: it counts as one, and only the output mentions it.
 */
export function readVitestReport(text: string | null, code: number, output: string): Counts {
  const report = text === null ? {} : (JSON.parse(text) as VitestReport);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = report;
  const failures = testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0)
      return file.status === "failed"
        ? [`${file.name}\n${file.message ?? ""}\n${excerptOfFile(output, file.name)}`]
        : [];
    return tests.map(
      (test) =>
        `${file.name}\n${test.fullName}\n${(test.failureMessages ?? []).join("\n").slice(0, MESSAGE_LENGTH)}`,
    );
  });
  if (failures.length === 0 && code !== 0)
    failures.push(`The stage ended with ${code} without a failed test:\n${excerptOf(output)}`);
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, failures };
}

type PlaywrightSuite = {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: "expected" | "unexpected" | "flaky" | "skipped";
      readonly results: readonly {
        readonly errors?: readonly { readonly message?: string }[];
        readonly attachments?: readonly { readonly name: string; readonly path?: string }[];
      }[];
    }[];
  }[];
};

type PlaywrightReport = {
  readonly suites?: readonly PlaywrightSuite[];
  readonly errors?: readonly { readonly message?: string }[];
};

/**
 * What the page showed when a browser test failed: Playwright writes an outline of it beside the trace. A log often outlives these files.
 */
function readOutline({ name, path }: { name: string; path?: string }): string[] {
  if (name !== "error-context" || path === undefined) return [];
  const outline = /# Page snapshot\n\n```yaml\n(.*?)\n```/s.exec(readFileSync(path, "utf8"))?.[1];
  return outline === undefined ? [] : [`The page:\n${outline.slice(0, OUTLINE_LENGTH)}`];
}

/** The same for Playwright's JSON report. A test that did not run because a hook before it failed counts as failed. */
export function readPlaywrightReport(text: string | null, code: number, output: string): Counts {
  const report = text === null ? {} : (JSON.parse(text) as PlaywrightReport);
  const failures = (report.errors ?? []).map(({ message }) => (message ?? "").slice(0, MESSAGE_LENGTH));
  let passed = 0;
  let failed = 0;
  const read = ({ suites = [], specs = [] }: PlaywrightSuite): void => {
    suites.forEach(read);
    for (const { title, file, tests } of specs) {
      for (const { status, results } of tests) {
        if (status === "expected") passed += 1;
        else {
          failed += 1;
          const messages = results.flatMap(({ errors = [] }) => errors.map(({ message }) => message ?? ""));
          const words = messages.join("\n").slice(0, MESSAGE_LENGTH);
          const outlines = results.flatMap(({ attachments = [] }) => attachments.flatMap(readOutline));
          failures.push([file, `${title} (${status})`, words, ...outlines].join("\n"));
        }
      }
    }
  };
  report.suites?.forEach(read);
  if (failures.length === 0 && code !== 0)
    failures.push(`The stage ended with ${code} without a failed test:\n${excerptOf(output)}`);
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, failures };
}
