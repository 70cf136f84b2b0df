/**
 * Page requests at a steady rate, from a separate process: `node steady-load.ts` reads a plan as JSON from standard input and prints the
 * result as JSON. A request's time starts when it is due, not when a socket is free, so that a slow portal cannot slow down the requests
 * and look fast.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

export interface LoadKind {
  name: string;
  /** Share of all requests; shares are divided by their sum. */
  share: number;
  /** Used in turn. */
  paths: readonly string[];
  /** Posted in turn; GET if absent. */
  bodies?: readonly string[];
  /** In addition to somebody's cookie. */
  headers?: Readonly<Record<string, string>>;
  /** Counts answers that occurred more than once, word for word. */
  differ?: boolean;
  /** A pattern: what its group finds in an answer is added to the status. */
  mark?: string;
}

export interface SteadyPlan {
  port: number;
  /** One per person; used in turn. */
  cookies: readonly string[];
  perSecond: number;
  seconds: number;
  /** The most requests in flight; fewer let a slow machine answer all of them, however late. With several addresses: per address. */
  atOnceMax?: number;
  /** The client's own addresses, used in turn; default 127.0.0.1. On Linux all of 127.0.0.0/8 belong to this machine. */
  addresses?: readonly string[];
  /** A request without an answer by then is aborted; default two minutes. */
  answerLimitMs?: number;
  kinds: readonly LoadKind[];
}

export interface KindResult {
  requests: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Answers by status, plus the mark where the kind has one; "none" where none came. */
  statuses: Record<string, number>;
}

export interface SteadyResult {
  all: KindResult;
  kinds: Record<string, KindResult>;
  /** Answers that occurred before, of kinds whose answers must differ. */
  repeated: number;
  /** 503 without Retry-After. */
  bareRefusals: number;
  /** 95th percentile of each second, from the first to the last. */
  p95MsBySecond: number[];
}

/** The maximum number at once, unless the plan says fewer; others wait for a socket, and their time runs. */
const SOCKETS_MAX = 200;
const ANSWER_LIMIT_MS = 120_000;

type Seen = { kind: string; dueMs: number; tookMs: number; status: string; isBare: boolean; digest: string };

/** Runs the plan in a separate process. */
export async function runSteadyLoad(plan: SteadyPlan): Promise<SteadyResult> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(plan));
  return (await json(child.stdout)) as SteadyResult;
}

async function run(plan: SteadyPlan): Promise<SteadyResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.atOnceMax ?? SOCKETS_MAX, scheduling: "lifo" });
  const order = orderOf(plan.kinds);
  const turns = new Map<string, number>();
  const running: Promise<Seen>[] = [];
  const startMs = performance.now();
  const total = Math.round(plan.seconds * plan.perSecond);
  for (let n = 0; n < total; n++) {
    const dueMs = (n * 1000) / plan.perSecond;
    const earlyMs = startMs + dueMs - performance.now();
    if (earlyMs > 0) await wait(earlyMs);
    const kind = order[n % order.length] as LoadKind;
    const turn = turns.get(kind.name) ?? 0;
    turns.set(kind.name, turn + 1);
    const cookie = plan.cookies[n % plan.cookies.length] ?? "";
    const address = plan.addresses?.[n % plan.addresses.length];
    running.push(ask({ plan, agent, kind, turn, cookie, address, dueMs, startMs }));
  }
  const seen = await Promise.all(running);
  agent.destroy();
  return summarise(plan, seen);
}

/** A sequence of a thousand requests in which every kind has its share, evenly mixed. */
function orderOf(kinds: readonly LoadKind[]): LoadKind[] {
  const sum = kinds.reduce((total, { share }) => total + share, 0);
  const due = kinds.map((kind) => ({ kind, step: sum / kind.share, next: sum / kind.share / 2 }));
  return Array.from({ length: 1_000 }, () => {
    const first = due.reduce((least, one) => (one.next < least.next ? one : least));
    first.next += first.step;
    return first.kind;
  });
}

type Question = {
  plan: SteadyPlan;
  agent: Agent;
  kind: LoadKind;
  turn: number;
  cookie: string;
  address: string | undefined;
  dueMs: number;
  startMs: number;
};

function ask({ plan, agent, kind, turn, cookie, address, dueMs, startMs }: Question): Promise<Seen> {
  return new Promise((resolve) => {
    const digest = createHash("sha256");
    const end = (status: string, isBare = false): void => {
      const tookMs = performance.now() - startMs - dueMs;
      resolve({ kind: kind.name, dueMs, tookMs, status, isBare, digest: digest.digest("base64") });
    };
    const path = kind.paths[turn % kind.paths.length] ?? "/";
    const body = kind.bodies?.[turn % kind.bodies.length];
    const call = request(
      {
        agent,
        path,
        port: plan.port,
        host: "127.0.0.1",
        localAddress: address,
        method: body === undefined ? "GET" : "POST",
        headers: {
          cookie,
          ...kind.headers,
          ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const pieces: Buffer[] = [];
        if (kind.differ === true) response.on("data", (piece: Buffer) => digest.update(piece));
        if (kind.mark !== undefined) response.on("data", (piece: Buffer) => pieces.push(piece));
        response.resume();
        const status = response.statusCode ?? 0;
        response.once("end", () => {
          const found = new RegExp(kind.mark ?? "()").exec(Buffer.concat(pieces).toString())?.[1] ?? "";
          const isBare = status === 503 && response.headers["retry-after"] === undefined;
          end(`${String(status)} ${found}`.trimEnd(), isBare);
        });
        response.once("error", () => {
          end("none");
        });
      },
    );
    call.setTimeout(plan.answerLimitMs ?? ANSWER_LIMIT_MS, () =>
      call.destroy(new Error("no answer in time")),
    );
    call.once("error", () => {
      end("none");
    });
    call.end(body);
  });
}

function summarise(plan: SteadyPlan, seen: readonly Seen[]): SteadyResult {
  const seconds = Array.from({ length: Math.ceil(plan.seconds) }, (_, second) =>
    seen.filter(({ dueMs }) => Math.floor(dueMs / 1000) === second),
  );
  return {
    all: describe(seen),
    kinds: Object.fromEntries(
      plan.kinds.map(({ name }) => [name, describe(seen.filter(({ kind }) => kind === name))]),
    ),
    repeated: countRepeated(plan, seen),
    bareRefusals: seen.filter(({ isBare }) => isBare).length,
    p95MsBySecond: seconds.map((part) => describe(part).p95Ms),
  };
}

function countRepeated({ kinds }: SteadyPlan, seen: readonly Seen[]): number {
  const differing = new Set(kinds.flatMap(({ name, differ }) => (differ === true ? [name] : [])));
  const digests = seen
    .filter(({ kind }) => differing.has(kind))
    .map(({ kind, digest }) => `${kind} ${digest}`);
  return digests.length - new Set(digests).size;
}

function describe(seen: readonly Seen[]): KindResult {
  const times = seen.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0);
  const statuses: Record<string, number> = {};
  for (const { status } of seen) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    requests: times.length,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: Math.round(times.at(-1) ?? 0),
    statuses,
  };
}

if (import.meta.main)
  process.stdout.write(JSON.stringify(await run((await json(process.stdin)) as SteadyPlan)));
