/**
 * A proxy between the portal and a service that does to single exchanges what networks and gateways do: breaks them before or after they
 * were carried out, delays, cuts, redirects, answers in the service's place. It counts what reached the service, so a test can distinguish
 * "requested" from "carried out".
 */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Judge, Way } from "./fault-counter.ts";
import { closeAll, listen } from "./listen.ts";
import { deliver, type Fault, forward, readAll, respond } from "./fault-delivery.ts";

export type { Fault } from "./fault-delivery.ts";

export type Seen = { method: string; path: string; socket: number; bytes: number };

type Rule = { matches: (request: IncomingMessage) => boolean; fault: Fault; left: number };

export type FaultProxy = {
  origin: string;
  /** Every received request, in order. */
  received: Seen[];
  /** Every request that the service answered. */
  carriedOut: Seen[];
  /** How many of those that were received have this method and path. */
  count(method: string, path: RegExp): number;
  /** How many of those that the service answered. */
  countCarriedOut(method: string, path: RegExp): number;
  /** Applies a fault to the next `times` matching requests; earlier rules take precedence. */
  inject(method: string, path: RegExp, fault: Fault, times?: number): void;
  clear(): void;
  /** Resets every open connection. */
  cutAll(): void;
  stop(): Promise<void>;
};

const countIn = (requests: readonly Seen[], method: string, path: RegExp): number =>
  requests.filter((seen) => seen.method === method && path.test(seen.path)).length;

/** Starts a proxy in front of the given origin on a free port of this machine. `judge` sees every request and every answer. */
export async function startFaultProxy(target: string, judge: Judge = () => "pass"): Promise<FaultProxy> {
  const rules: Rule[] = [];
  const received: Seen[] = [];
  const carriedOut: Seen[] = [];
  const sockets = new WeakMap<object, number>();
  let socketCount = 0;

  const server = http.createServer({ keepAliveTimeout: 5_000 }, (request, response) => {
    const rule = rules.find((candidate) => candidate.left > 0 && candidate.matches(request));
    if (rule !== undefined) rule.left -= 1;
    const seen: Seen = {
      method: request.method ?? "",
      path: request.url ?? "",
      socket: sockets.get(request.socket) ?? 0,
      bytes: 0,
    };
    received.push(seen);
    // A test that ends during an answer tears the connection down: that is no fault of the proxy.
    handle(request, response, rule?.fault, seen).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    socketCount += 1;
    sockets.set(socket, socketCount);
  });

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault | undefined,
    seen: Seen,
  ): Promise<void> {
    if (fault?.kind === "resetBefore") {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === "closeBefore") {
      request.socket.end();
      return;
    }
    if (fault?.kind === "answer" && fault.carriedOut !== true) {
      await readAll(request);
      respond(response, fault);
      return;
    }
    const body = await readAll(request);
    seen.bytes = body.length;
    if (isBroken("request", request)) return;
    const answer = await forward(target, request, body);
    carriedOut.push(seen);
    if (isBroken("answer", request)) return;
    await deliver(request, response, answer, fault);
  }

  function isBroken(way: Way, { socket }: IncomingMessage): boolean {
    const judgement = judge("service", way);
    if (judgement === "cut") socket.resetAndDestroy();
    return judgement !== "pass";
  }

  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    received,
    carriedOut,
    count: (method, path) => countIn(received, method, path),
    countCarriedOut: (method, path) => countIn(carriedOut, method, path),
    inject: (method, path, fault, times = 1) => {
      rules.push({
        matches: (request) => request.method === method && path.test(request.url ?? ""),
        fault,
        left: times,
      });
    },
    clear: () => {
      rules.length = 0;
      received.length = 0;
      carriedOut.length = 0;
    },
    cutAll: () => {
      server.closeAllConnections();
    },
    stop: () => closeAll(server),
  };
}
