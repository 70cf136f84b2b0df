/** Runs the commands of a stage of npm test, and ends them with all their processes. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { readCpuSeconds, withTimes } from "./stage-times.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Ends what hangs: on a slow machine the longest stage takes more than twenty minutes. */
const STAGE_LIMIT_MS = 50 * 60_000;

/** `cpuSeconds`: null when the command was ended before it could be measured. */
export type CommandEnd = {
  readonly code: number;
  readonly output: string;
  readonly cpuSeconds: number | null;
};

export type CommandOptions = {
  readonly environment: Readonly<Record<string, string>>;
  /** Prints at once what the command prints. */
  readonly show: boolean;
  /** Where the measured time is written. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
};

/** Runs a command of node_modules/.bin with this Node first in its PATH. Ended after STAGE_LIMIT_MS, or together with this process. */
export async function runCommand(command: readonly string[], options: CommandOptions): Promise<CommandEnd> {
  const [name = "", ...args] = command;
  const bin = join(ROOT, "node_modules", ".bin");
  const path = [bin, process.env["PATH"] ?? ""].join(delimiter);
  const timesFile = join(options.scratch, `${randomUUID()}.times`);
  const [shell, ...line] = withTimes([join(bin, name), ...args], timesFile);
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(shell, line, {
      cwd: ROOT,
      env: { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
      // A separate process group, so that its workers can be ended with it.
      detached: true,
    });
    const signalGroup = (signal: NodeJS.Signals): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    };
    const end = (): void => signalGroup("SIGTERM");
    options.signal.addEventListener("abort", end);
    // A worker in an endless loop cannot react to SIGTERM, and would outlive its parent.
    const limit = setTimeout(() => {
      options.say(`${name} was ended: it took longer than ${STAGE_LIMIT_MS / 60_000} minutes.`);
      signalGroup("SIGKILL");
    }, STAGE_LIMIT_MS);
    const seen = { output: "" };
    const keep = (chunk: Buffer): void => {
      seen.output += chunk.toString("utf8");
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (ended) => {
      clearTimeout(limit);
      options.signal.removeEventListener("abort", end);
      resolve({ code: ended ?? 1, output: seen.output });
    });
  });
  return { code, output, cpuSeconds: readCpuSeconds(await readFile(timesFile, "utf8").catch(() => null)) };
}
