/**
 * What the commands on an installation (npm run backup, restore, audit, rotate-secret, application) share: arguments, settings, words, exit code.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { ensurePrismaClient } from "#lib/boot/launch/prepare.ts";
import { describeTrouble } from "../trouble.mjs";

const ROOT = join(import.meta.dirname, "..", "..", "..");

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

type Options = Record<string, { type: "string" | "boolean"; multiple?: boolean }>;

export type Arguments = {
  /** Arguments that are not options, in order. */
  words: string[];
  /** The values of an option that takes a text; empty when it was not given. */
  texts: (name: string) => string[];
  isGiven: (name: string) => boolean;
  /** The file that an argument names, relative to where the command was called. */
  fileOf: (argument: string) => string;
};

/**
 * Runs a command; its exit code is 0 done, 1 failed, 2 invalid arguments.
 * @param shape how many words it takes, and its options
 * @param run returns the exit code if it is not 0
 */
export async function runCommandLine(
  usage: string,
  shape: { words: readonly [min: number, max: number]; options?: Options },
  run: (given: Arguments) => Promise<number | undefined>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  if (toldUsage(usage, args)) return;
  const given = readArguments(args, shape.options ?? {});
  const [min, max] = shape.words;
  if (given === null || given.words.length < min || given.words.length > max || given.words.includes("")) {
    say(usage);
    process.exitCode = 2;
    return;
  }
  await runFromRoot(() => run(given));
}

/** Prints the usage where it is asked for. */
export function toldUsage(usage: string, args: readonly string[]): boolean {
  const isAsked = args.includes("--help") || args.includes("-h");
  if (isAsked) process.stdout.write(usage);
  return isAsked;
}

/** Runs something in Portico's folder, with its settings, and says what prevents it. @param run as of runCommandLine */
export async function runFromRoot(run: () => Promise<number | undefined>): Promise<void> {
  try {
    process.chdir(ROOT);
    if (existsSync(".env")) process.loadEnvFile(".env");
    process.env["LOG_LEVEL"] = "silent";
    await ensurePrismaClient(ROOT, say);
    process.exitCode = (await run()) ?? 0;
  } catch (error) {
    say(describeTrouble(error));
    process.exitCode = 1;
  }
}

/** null when an option is unknown, or lacks its text. */
function readArguments(args: readonly string[], options: ParseArgsOptionsConfig): Arguments | null {
  const from = process.cwd();
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return {
      words: positionals,
      texts: (name) => [values[name] ?? []].flat().filter((value) => typeof value === "string"),
      isGiven: (name) => values[name] !== undefined,
      fileOf: (argument) => (argument.startsWith("/") ? argument : join(from, argument)),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    say(error.message);
    return null;
  }
}

/** A number of bytes for people. */
export function describeSize(bytes: number): string {
  return bytes < 1e6 ? `${String(Math.ceil(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
