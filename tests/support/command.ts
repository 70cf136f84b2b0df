/** Runs a command of Portico (npm run …) as people do: in a separate process. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { SHORT_PROCESS } from "./short-process.ts";

const ROOT = join(import.meta.dirname, "..", "..");

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs `lib/boot/commands/<name>.ts` to its end. */
export const runCommand = (
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Ended> => runBoot(`commands/${name}.ts`, args, environment);

/** Runs a file of `lib/boot` to its end. */
export function runBoot(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...SHORT_PROCESS, join(ROOT, "lib", "boot", file), ...args], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const seen = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => (seen.stdout += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (seen.stderr += chunk.toString("utf8")));
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ code, ...seen });
    });
  });
}
