/**
 * The counted loop: repeats a piece of work, each time breaking the next message on the portal's wires, and leaves what a crash leaves. The
 * checker judges the result.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import path from "node:path";
import { isDatabaseAway } from "#lib/db/errors.ts";
import {
  type Breakage,
  type BreakagePlan,
  createMessageCounter,
  type MessageCounter,
} from "./fault-counter.ts";
import { type PostgresProxy, startPostgresProxy } from "./fault-postgres.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import type { PortalWork } from "./portal-work.ts";
import { SHORT_PROCESS } from "./short-process.ts";

export type LoopStage = {
  serviceOrigin: string;
  databaseUrl: string;
  /** How long the portal may wait after a swallowed message before the silent connections are reset. */
  patienceMs: number;
};

/** Makes separate work for a run; its connection leads to this origin. */
type PrepareWork = (origin: string) => Promise<PortalWork>;

export type BrokenRun = {
  work: PortalWork;
  breakage: Breakage;
  /** Number of messages up to the end or the breakage. */
  messages: number;
  /** Of these, on the wire to the service. */
  serviceMessages: number;
  /** Which message was broken; null when there were fewer. */
  broken: string | null;
  /** The portal's final state or error; null when it did not get that far. */
  said: string | null;
  /** Whether the portal was still waiting for a swallowed message when that time was over. */
  hung: boolean;
};

/** Once its connections are reset, only its own retries can make it wait. */
const END_MS_MAX = 60_000;
const LOOK_MS = 20;
const PREPARED_TRIES_MAX = 10;

/** A whole run: none of its messages is broken. */
export const UNBROKEN: BreakagePlan = { breakage: "cut", at: Number.POSITIVE_INFINITY };

/** Makes all runs of the plan, several at once: each seat takes the next as soon as it is free. */
export async function countedLoop(
  seats: readonly Seat[],
  prepare: PrepareWork,
  plan: Iterable<BreakagePlan>,
): Promise<BrokenRun[]> {
  const runs: BrokenRun[] = [];
  const queue = plan[Symbol.iterator]();
  const worker = async (seat: Seat): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      runs.push(await seat.run(prepare, next.value));
    }
  };
  const ended = await Promise.allSettled(seats.map(worker));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return runs;
}

export type Seat = {
  /** Where the process finds the service; others may use it between runs. */
  service: FaultProxy;
  /** One run in which one message is broken. */
  run(prepare: PrepareWork, plan: BreakagePlan): Promise<BrokenRun>;
  close(): Promise<void>;
};

/** Seats for a file's runs: what is not killed serves all of its tests. */
export function openSeats(stage: LoopStage, count: number): Promise<Seat[]> {
  return Promise.all(Array.from({ length: count }, () => openSeat(stage)));
}

/** One portal process behind its own proxies. It lives until it is killed; every run starts with fresh database connections. */
export async function openSeat(stage: LoopStage): Promise<Seat> {
  const counter = createMessageCounter();
  const service = await startFaultProxy(stage.serviceOrigin, counter.judge);
  const database = await startPostgresProxy(stage.databaseUrl, counter.judge);
  let child: PortalProcess | null = null;
  const end = async (): Promise<void> => {
    child?.process.kill("SIGKILL");
    await child?.exit;
    child = null;
  };
  return {
    service,
    run: async (prepare, plan) => {
      const { breakage } = plan;
      const work = await prepareBehind(() => prepare(service.origin));
      child ??= await startPortalProcess(database.url);
      const { process: victim } = child;
      counter.arm(plan, () => {
        victim.kill("SIGKILL");
      });
      const { said, hung } = await waitForEnd(child, work, { stage, counter, service, database, breakage });
      const [messages, serviceMessages] = [counter.count(), counter.count("service")];
      const run = { work, breakage, messages, serviceMessages, broken: counter.broken(), said, hung };
      if (said === null) await end();
      // Only now: what a dead process still had in transit must not be counted for the next one.
      cutAll(service, database);
      counter.disarm();
      return run;
    },
    close: async () => {
      await end();
      await Promise.all([service.stop(), database.stop()]);
    },
  };
}

/** Work is prepared in parallel to other broken runs, whose silent transaction may hold a lock until it is detected. */
async function prepareBehind(prepare: () => Promise<PortalWork>): Promise<PortalWork> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await prepare();
    } catch (thrown) {
      if (!isDatabaseAway(thrown) || tries === PREPARED_TRIES_MAX) throw thrown;
    }
  }
}

type Wires = {
  stage: LoopStage;
  counter: MessageCounter;
  service: FaultProxy;
  database: PostgresProxy;
  breakage: Breakage;
};

/** The portal's final answer; null when it was killed. */
async function waitForEnd(
  child: PortalProcess,
  work: PortalWork,
  { stage, counter, service, database, breakage }: Wires,
): Promise<{ said: string | null; hung: boolean }> {
  let hung = false;
  let patience: NodeJS.Timeout | undefined;
  let limit: NodeJS.Timeout | undefined;
  const looking = setInterval(() => {
    if (counter.broken() === null || breakage !== "swallow") return;
    clearInterval(looking);
    patience = setTimeout(() => {
      hung = true;
      cutAll(service, database);
      limit = setTimeout(() => child.process.kill("SIGKILL"), END_MS_MAX);
    }, stage.patienceMs);
  }, LOOK_MS);
  child.process.stdin?.write(`${JSON.stringify(work)}\n`);
  try {
    return { said: await child.line(), hung };
  } finally {
    clearInterval(looking);
    clearTimeout(patience);
    clearTimeout(limit);
  }
}

function cutAll(service: FaultProxy, database: PostgresProxy): void {
  service.cutAll();
  database.cutAll();
}

type PortalProcess = { process: ChildProcess; exit: Promise<unknown>; line(): Promise<string | null> };

async function startPortalProcess(databaseUrl: string): Promise<PortalProcess> {
  const script = path.join(import.meta.dirname, "portal-process.ts");
  const child = spawn(process.execPath, [...SHORT_PROCESS, script], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ["pipe", "pipe", "ignore"],
  });
  // A killed child cannot read what is written to it.
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string | null> => {
    const next = await lines.next();
    return next.done === true ? null : next.value;
  };
  const exit = once(child, "exit");
  await line();
  return { process: child, exit, line };
}
