/** Runs tests of `npm test` with other settings, for proofs that take more of the same. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Say } from "./proof.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");

/** Runs these test files, by path without ending, one after the other. Returns whether all passed. */
export async function runTestFiles(
  say: Say,
  files: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const vitest = path.join(ROOT, "node_modules", ".bin", "vitest");
  const paths = files.map((name) => `tests/${name}.test.ts`);
  const child = spawn(process.execPath, [vitest, "run", "--no-file-parallelism", ...paths], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    say(text.trimEnd());
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}
