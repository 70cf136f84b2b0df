/** Background work in separate processes, for tests that kill them. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach } from "vitest";
import { SHORT_PROCESS } from "./short-process.ts";
import { until } from "./until.ts";

/** What each process has said and was not yet waited for. */
const lines = new WeakMap<ChildProcess, Set<string>>();

type WorkerName = "export-worker" | "invite-worker" | "job-process";

/** Starts such a process as soon as it is called; after each test of the file, those that are left are killed. */
export function useWorkers(name: WorkerName): (variables?: Record<string, string>) => Promise<ChildProcess> {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  return async (variables = {}) => {
    const child = spawn(process.execPath, [...SHORT_PROCESS, `tests/support/${name}.ts`], {
      env: { ...process.env, ...variables },
      stdio: ["pipe", "pipe", "inherit"],
    });
    children.push(child);
    // Work that was waiting may be held before the process says that it is ready.
    const said = new Set<string>();
    lines.set(child, said);
    createInterface({ input: child.stdout }).on("line", (line) => said.add(line));
    await until("it is ready", () => said.has("ready"));
    return child;
  };
}

/** Waits until an export-worker or a job-process has come, again, to the moment at which it holds its work (HOLD_AT). */
export async function held(child: ChildProcess): Promise<void> {
  await until("it holds its work", () => lines.get(child)?.delete("held"));
}

/** Ends it with kill -9, in the middle of whatever it does. */
export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Ends it in order, with its input: an export-worker or a job-process. */
export async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.stdin?.end();
  await ended;
}
