/**
 * A plain reverse proxy: each request goes to the next address, and to another one when that refuses the connection or, as with nginx,
 * breaks it off before answering a read-only request.
 */
import { createServer, request as ask } from "node:http";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { closeAll, listen } from "./listen.ts";

export type RoundRobin = {
  origin: string;
  /** Ports on this machine that receive requests from now on. */
  setTargets: (ports: readonly number[]) => void;
  /** Breaks off requests waiting for an answer from this port, as a proxy's own time limit does sooner or later. */
  cut: (port: number) => void;
  stop: () => Promise<void>;
};

/** Starts without a target: answers 502 until it has one. */
export async function startRoundRobin(): Promise<RoundRobin> {
  let targets: readonly number[] = [];
  let turn = 0;
  const calls = new Map<ClientRequest, number>();

  const forward = (request: IncomingMessage, response: ServerResponse, triesLeft: number): void => {
    const port = targets[turn++ % Math.max(1, targets.length)];
    const fail = (): void => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    };
    if (port === undefined) {
      fail();
      return;
    }
    const onlyReads = request.method === "GET" || request.method === "HEAD";
    const headers = { ...request.headers, "x-forwarded-host": request.headers.host };
    const call = ask({
      port,
      host: "127.0.0.1",
      method: request.method,
      path: request.url,
      headers,
      agent: false,
    });
    calls.set(call, port);
    call.once("close", () => calls.delete(call));
    call.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
      answer.once("error", fail);
    });
    call.once("error", (error: Error & { code?: string }) => {
      // No part of the request was sent anywhere, or repeating it is harmless: it goes to another address.
      const mayAskAnother = error.code === "ECONNREFUSED" || (onlyReads && !response.headersSent);
      if (mayAskAnother && triesLeft > 0) forward(request, response, triesLeft - 1);
      else fail();
    });
    if (onlyReads) call.end();
    else call.once("socket", (socket) => socket.once("connect", () => request.pipe(call)));
  };

  const server = createServer((request, response) => {
    forward(request, response, 1);
  });
  return {
    origin: `http://localhost:${String(await listen(server))}`,
    setTargets: (ports) => {
      targets = ports;
    },
    cut: (port) => {
      for (const [call, its] of calls) if (its === port) call.destroy();
    },
    stop: () => closeAll(server),
  };
}
