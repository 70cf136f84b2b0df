/** Runs lines of a module in a process of its own, at the repository's root, and returns what it wrote. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** `env` is added to this process's own environment; `words` are the module's arguments. */
export function runModule(
  script: string,
  env: Record<string, string> = {},
  ...words: string[]
): { stdout: string; stderr: string } {
  return spawnSync(process.execPath, ["--input-type=module", "-e", script, ...words], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
}
