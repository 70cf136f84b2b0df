/** Background work in separate processes, for tests that kill them. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach } from "vitest";
import { SHORT_PROCESS } from "./short-process.ts";

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
    await said(child);
    return child;
  };
}

/** Waits until an export-worker or a job-process has come to the moment at which it holds its work (HOLD_AT). */
export async function held(child: ChildProcess): Promise<void> {
  await said(child);
}

/** Waits for the next thing that the process says; it keeps what it says until somebody waits for it. */
async function said({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error("its output is not read");
  const next = once(stdout, "data");
  stdout.resume();
  await next;
  stdout.pause();
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
