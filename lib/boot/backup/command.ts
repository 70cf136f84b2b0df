/** npm run backup and npm run restore, as far as they are alike: arguments, settings, words, exit code. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensurePrismaClient } from "../prepare.ts";
import { describeTrouble } from "../trouble.mjs";

const ROOT = join(import.meta.dirname, "..", "..", "..");

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs the command with the file that it was given; its exit code is 0 done, 1 failed, 2 not understood. */
export async function runWithFile(
  usage: string,
  run: (file: string) => Promise<void>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const [file = ""] = args;
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(usage);
  } else if (args.length !== 1 || file === "" || file.startsWith("-")) {
    say(usage);
    process.exitCode = 2;
  } else {
    try {
      const from = process.cwd();
      process.chdir(ROOT);
      if (existsSync(".env")) process.loadEnvFile(".env");
      process.env["LOG_LEVEL"] = "silent";
      await ensurePrismaClient(ROOT, say);
      await run(join(file.startsWith("/") ? "/" : from, file));
    } catch (error) {
      say(describeTrouble(error));
      process.exitCode = 1;
    }
  }
}

/** A number of bytes for people. */
export function describeSize(bytes: number): string {
  return bytes < 1e6 ? `${String(Math.ceil(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
