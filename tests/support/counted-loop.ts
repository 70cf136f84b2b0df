/**
 * The counted loop: does a piece of work over and over in fresh portal processes, each time breaking the next message of their wires,
 * and leaves behind what a crash leaves behind. Judging that is for the checker.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import path from "node:path";
import { type Breakage, createMessageCounter } from "./fault-counter.ts";
import { startPostgresProxy } from "./fault-postgres.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import type { PortalWork } from "./portal-work.ts";

export type LoopStage = {
  serviceOrigin: string;
  databaseUrl: string;
  /** Work of its own for each run; its connection leads to this origin. */
  prepare(origin: string): Promise<PortalWork>;
  /** After a swallowed message the portal is given so long to give up by itself; then it is killed, as a person would. */
  patienceMs: number;
};

export type BrokenRun = {
  work: PortalWork;
  breakage: Breakage;
  /** How many messages there were, up to the end or the breaking. */
  messages: number;
  /** Which message was broken; null when there were fewer. */
  broken: string | null;
  /** What the portal said at its end: a state or an error; null when it did not come to that. */
  said: string | null;
};

/** One run in a process of its own, whose message number `at` is broken. */
export async function runBroken(stage: LoopStage, breakage: Breakage, at: number): Promise<BrokenRun> {
  const counter = createMessageCounter();
  const service = await startFaultProxy(stage.serviceOrigin, counter.judge);
  const database = await startPostgresProxy(stage.databaseUrl, counter.judge);
  const child = startPortalProcess(database.url);
  try {
    const [work] = await Promise.all([stage.prepare(service.origin), child.line()]);
    const ended = Promise.withResolvers<null>();
    counter.arm(breakage, at, () => {
      child.process.kill("SIGKILL");
    });
    child.process.stdin?.write(`${JSON.stringify(work)}\n`);
    const timer = setInterval(() => {
      if (counter.broken() === null || breakage !== "swallow") return;
      clearInterval(timer);
      setTimeout(() => {
        ended.resolve(null);
      }, stage.patienceMs);
    }, 20);
    const said = await Promise.race([child.line(), ended.promise]);
    clearInterval(timer);
    return { work, breakage, messages: counter.count(), broken: counter.broken(), said };
  } finally {
    child.process.kill("SIGKILL");
    await child.exit;
    await Promise.all([service.stop(), database.stop()]);
  }
}

type PortalProcess = { process: ChildProcess; exit: Promise<unknown>; line(): Promise<string | null> };

function startPortalProcess(databaseUrl: string): PortalProcess {
  const script = path.join(import.meta.dirname, "portal-process.ts");
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ["pipe", "pipe", "ignore"],
  });
  // A killed child cannot read what is written to it.
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    exit: once(child, "exit"),
    line: async () => {
      const next = await lines.next();
      return next.done === true ? null : next.value;
    },
  };
}

/** A run of each kind at each of these messages, several runs at once. */
export async function countedLoop(
  stage: LoopStage,
  plan: Iterable<{ breakage: Breakage; at: number }>,
  sideBySide: number,
): Promise<BrokenRun[]> {
  const runs: BrokenRun[] = [];
  const queue = plan[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      runs.push(await runBroken(stage, next.value.breakage, next.value.at));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  return runs;
}
