/** What `.ci/run` prints at its end, and its exit code, whatever the tests printed before. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-ci-"));
  mkdirSync(join(folder, ".ci"));
  cpSync(join(import.meta.dirname, "..", "..", ".ci", "run"), join(folder, ".ci", "run"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs it with an npm that prints `output` (in printf's notation) and exits with `code`. */
function run(output: string, code: number): { last: string; status: number } {
  const npm = join(folder, "npm");
  writeFileSync(npm, `#!/bin/sh\nprintf '${output}'\nexit ${String(code)}\n`);
  chmodSync(npm, 0o755);
  const env = { NODE_ENV: "test" as const, PATH: `${folder}:/usr/local/bin:/usr/bin:/bin`, HOME: folder };
  const command = `"${join(folder, ".ci", "run")}"; echo "code $?"`;
  const lines = execFileSync("bash", ["-c", command], { env }).toString().trimEnd().split("\n");
  return { last: lines.at(-2) ?? "", status: Number(lines.at(-1)?.slice("code ".length)) };
}

test.each([
  ["all passed", "much\\n12 passed, 0 failed\\n", 0, "12 passed, 0 failed", 0],
  ["one failed", "much\\n11 passed, 1 failed\\n", 1, "11 passed, 1 failed", 1],
  ["bytes that are no text before it", "a\\000b \\377\\n11 passed, 1 failed\\n", 1, "11 passed, 1 failed", 1],
  ["cut before its end", "much\\n", 124, "0 passed, 1 failed", 124],
  ["ended well, but counted nothing", "much\\n", 0, "0 passed, 1 failed", 1],
])("%s: said in the last line and by the code", (_what, output, code, last, status) => {
  expect(run(output, code)).toEqual({ last, status });
});
