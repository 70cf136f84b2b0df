/**
 * Requests that no client sends: heads and bodies that never end, and oversized bodies, from a separate process. `node raw-sockets.ts`
 * reads a plan as JSON from standard input and prints the result as JSON.
 */
import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { MULTIPART, openField } from "#tests/support/multipart.ts";
import type { Target } from "./anonymous.ts";

export interface SocketPlan {
  port: number;
  /** The client's own addresses, used in turn. */
  addresses: readonly string[];
  seconds: number;
  /** Used in turn. */
  targets: readonly Target[];
  /** Sockets that are open at the same time. */
  atOnce: number;
  /** Maximum number of sockets opened per second. */
  perSecond: number;
  /** One byte per second, or a body of this size, all bodies together at this rate. */
  way: "slowly" | { bodyBytes: number; bytesPerSecond: number };
}

export interface SocketResult {
  opened: number;
  /** By status; "closed" when the product ended the connection without an answer, "held" when it was open to the end. */
  statuses: Record<string, number>;
  /** The same by target. */
  targets: Record<string, Record<string, number>>;
  /** The longest time that an incomplete request was kept. */
  heldMsMax: number;
}

const DRIP_MS = 1_000;
const PIECE = Buffer.alloc(65_536, "a");
/** For a slow body: never reached. */
const PROMISED_BYTES = 100_000;

/** Runs the plan in a separate process. */
export async function runSockets(plan: SocketPlan): Promise<SocketResult> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(plan));
  return (await json(child.stdout)) as SocketResult;
}

/** A rate limiter: a caller waits until its turn, or until the end. */
function meter(perSecond: number, signal: AbortSignal): (amount: number) => Promise<void> {
  let dueMs = performance.now();
  return async (amount) => {
    dueMs = Math.max(dueMs, performance.now()) + (amount * 1000) / perSecond;
    await wait(dueMs - performance.now(), undefined, { signal }).catch(() => undefined);
  };
}

/** One connection and its outcome. */
class Attempt {
  readonly socket: Socket;
  readonly over: Promise<string>;
  isOver = false;

  constructor(port: number, localAddress: string | undefined) {
    this.socket = connect({ host: "127.0.0.1", port, localAddress });
    let start = "";
    this.over = new Promise<string>((resolve) => {
      const end = (outcome: string): void => {
        this.isOver = true;
        resolve(outcome);
        this.socket.destroy();
      };
      this.socket.on("data", (piece: Buffer) => {
        start += piece.toString("latin1");
        const status = /^HTTP\/1\.1 (\d{3})/.exec(start)?.[1];
        if (status !== undefined) end(status);
      });
      this.socket.once("close", () => {
        end("closed");
      });
      // "close" follows.
      this.socket.on("error", () => undefined);
      this.socket.once("held", () => {
        end("held");
      });
    });
  }

  /** False when the other side is gone. */
  async send(bytes: Buffer | string): Promise<boolean> {
    if (this.isOver) return false;
    if (!this.socket.write(bytes))
      await Promise.race([this.over, new Promise((resolve) => this.socket.once("drain", resolve))]);
    return !this.isOver;
  }
}

function headOf({ method, path, headers }: Target, port: number, length: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${String(port)}\r\n${lines.join("")}${length}\r\n\r\n`;
}

const openingOf = ({ headers }: Target): string =>
  headers["content-type"] === MULTIPART ? openField("_1_email") : "email=";
const inChunks = (bytes: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from("\r\n")]);

/** An endless head, an endless body of known and of unknown length, and a request that never begins. */
async function drip(attempt: Attempt, target: Target, port: number, turn: number): Promise<void> {
  const promised = `content-length: ${String(PROMISED_BYTES)}`;
  const ways: readonly [start: string, further: string | null][] = [
    [headOf(target, port, "x-first: 1").slice(0, -2), "x-further: 1\r\n"],
    [headOf(target, port, promised) + openingOf(target), "a"],
    [headOf(target, port, "transfer-encoding: chunked"), "1\r\na\r\n"],
    [headOf(target, port, promised), null],
  ];
  const [start, further] = ways[turn % ways.length] ?? ["", null];
  let isThere = await attempt.send(start);
  while (isThere && further !== null) {
    await Promise.race([attempt.over, wait(DRIP_MS)]);
    isThere = await attempt.send(further);
  }
}

/** Sends as much as is accepted, with known and unknown length in turn. */
async function pour(
  attempt: Attempt,
  target: Target,
  port: number,
  turn: number,
  bodyBytes: number,
  take: (bytes: number) => Promise<void>,
): Promise<void> {
  const isChunked = turn % 2 === 1;
  const length = isChunked ? "transfer-encoding: chunked" : `content-length: ${String(bodyBytes)}`;
  const opening = openingOf(target);
  await attempt.send(headOf(target, port, length) + (isChunked ? inChunks(opening).toString() : opening));
  for (let sent = opening.length; sent < bodyBytes; sent += PIECE.length) {
    const piece = PIECE.subarray(0, Math.min(PIECE.length, bodyBytes - sent));
    await take(piece.length);
    if (!(await attempt.send(isChunked ? inChunks(piece) : piece))) return;
  }
  if (isChunked) await attempt.send("0\r\n\r\n");
}

/** Waits for the product to take all connections, however slow it is: it takes them in their order, so the last one is answered last. */
async function untilTaken({ port, addresses }: SocketPlan): Promise<void> {
  const last = new Attempt(port, addresses.at(-1));
  await last.send(`GET /api/health HTTP/1.1\r\nhost: 127.0.0.1:${String(port)}\r\n\r\n`);
  await last.over;
}

async function run(plan: SocketPlan): Promise<SocketResult> {
  const result: SocketResult = { opened: 0, statuses: {}, targets: {}, heldMsMax: 0 };
  const end = new AbortController();
  const open = meter(plan.perSecond, end.signal);
  const take = meter(plan.way === "slowly" ? Infinity : plan.way.bytesPerSecond, end.signal);
  const running = new Set<Attempt>();
  const attack = async (): Promise<void> => {
    for (;;) {
      await open(1);
      if (end.signal.aborted) return;
      const turn = result.opened++;
      const target = plan.targets[turn % plan.targets.length] as Target;
      // Covers each target in each way, however many there are.
      const way = turn + Math.floor(turn / plan.targets.length);
      const startMs = performance.now();
      const attempt = new Attempt(plan.port, plan.addresses[turn % plan.addresses.length]);
      running.add(attempt);
      const work =
        plan.way === "slowly"
          ? drip(attempt, target, plan.port, way)
          : pour(attempt, target, plan.port, way, plan.way.bodyBytes, take);
      const outcome = await attempt.over;
      await work;
      running.delete(attempt);
      result.heldMsMax = Math.max(result.heldMsMax, Math.round(performance.now() - startMs));
      const ofTarget = (result.targets[target.name] ??= {});
      for (const counts of [result.statuses, ofTarget]) counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  const attacks = Array.from({ length: plan.atOnce }, attack);
  await wait(plan.seconds * 1000);
  end.abort();
  await untilTaken(plan);
  for (const attempt of running) attempt.socket.emit("held");
  await Promise.all(attacks);
  return result;
}

if (import.meta.main)
  process.stdout.write(JSON.stringify(await run((await json(process.stdin)) as SocketPlan)));
