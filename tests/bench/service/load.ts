/**
 * Load from a separate process: `node load.ts <json>` keeps the given number of connections busy over raw sockets, one call after the other
 * on each, and prints its observations as JSON. Cheap on purpose: the cost of measuring is taken from both sides of a comparison.
 */
import { connect } from "node:net";

export interface LoadPlan {
  port: number;
  clients: number;
  seconds: number;
  /** Calls in HTTP/1.1, sent in rotation; `{n}` is replaced by the number of the call. */
  head: string;
  body: string;
  /** Numbers run from 0 to this limit, then start again. */
  numbers: number;
  /** Also parses the answers as JSON and counts tokens that came twice. */
  countTokens: boolean;
}

export interface LoadResult {
  calls: number;
  seconds: number;
  bytes: number;
  p50Ms: number;
  p95Ms: number;
  /** Answers other than 200. */
  refused: number;
  repeatedTokens: number;
}

const READ_BYTES = 1024 * 1024;

async function run(plan: LoadPlan): Promise<LoadResult> {
  const seen = { calls: 0, bytes: 0, refused: 0, repeatedTokens: 0, times: [] as number[] };
  const tokens = new Set<string>();
  const start = performance.now();
  const endMs = start + plan.seconds * 1000;
  let next = 0;

  const call = (): Buffer => {
    const number = String(next++ % plan.numbers);
    const body = plan.body.replaceAll("{n}", number);
    const length = body === "" ? "" : `Content-Length: ${String(Buffer.byteLength(body))}\r\n`;
    return Buffer.from(`${plan.head}${length}\r\n${body}`);
  };

  const keep = (head: string, body: string): void => {
    seen.calls += 1;
    if (!head.startsWith("HTTP/1.1 200")) seen.refused += 1;
    else if (plan.countTokens) {
      const { access_token: token } = JSON.parse(body) as { access_token: string };
      if (tokens.has(token)) seen.repeatedTokens += 1;
      tokens.add(token);
    }
  };

  const client = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let head = "";
      let body = "";
      let gathered: Buffer = Buffer.alloc(0);
      let left = -1;
      let askedAt = 0;
      const ask = (): void => {
        askedAt = performance.now();
        socket.write(call());
      };
      const take = (piece: Buffer): void => {
        seen.bytes += piece.length;
        let rest = piece;
        if (left < 0) {
          gathered = Buffer.concat([gathered, piece]);
          const end = gathered.indexOf("\r\n\r\n");
          if (end < 0) return;
          head = gathered.toString("latin1", 0, end);
          left = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
          if (Number.isNaN(left)) throw new Error(`an answer without a length:\n${head}`);
          rest = gathered.subarray(end + 4);
          gathered = Buffer.alloc(0);
          body = "";
        }
        if (plan.countTokens) body += rest.toString("latin1");
        left -= rest.length;
        if (left > 0) return;
        left = -1;
        const nowMs = performance.now();
        seen.times.push(nowMs - askedAt);
        keep(head, body);
        if (nowMs < endMs) ask();
        else socket.end(resolve);
      };
      const socket = connect({
        port: plan.port,
        host: "127.0.0.1",
        noDelay: true,
        onread: {
          buffer: Buffer.allocUnsafe(READ_BYTES),
          callback: (length, buffer) => {
            take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
            return true;
          },
        },
      });
      socket.once("connect", ask);
      socket.once("error", reject);
    });

  await Promise.all(Array.from({ length: plan.clients }, client));
  const times = seen.times.toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    calls: seen.calls,
    seconds: (performance.now() - start) / 1000,
    bytes: seen.bytes,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    refused: seen.refused,
    repeatedTokens: seen.repeatedTokens,
  };
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? "") as LoadPlan)));
