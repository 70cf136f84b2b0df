/**
 * Serves a `Request → Response` function over real HTTP, for tests that need the embedded service without the whole product (faults,
 * another clock). Streams in both directions; a caller that goes away aborts the request's signal.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type HttpBridge = { origin: string; stop(): Promise<void> };

type Handler = (request: Request) => Promise<Response>;

/** Listens on a free port of this machine; `prepare` gets the origin and returns what answers. */
export async function serveHandler(prepare: (origin: string) => Promise<Handler>): Promise<HttpBridge> {
  let handler: Handler | null = null;
  const server = createServer((incoming, outgoing) => {
    if (handler === null) throw new Error("The server was called before it was ready.");
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  handler = await prepare(origin);
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // Methods that a web Request cannot have.
  if (["TRACE", "CONNECT", "TRACK"].includes(incoming.method ?? "")) {
    outgoing.writeHead(405).end();
    return;
  }
  const response = await handler(toRequest(incoming, outgoing));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  await pipeline(Readable.from(response.body), outgoing);
}

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const aborted = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) aborted.abort();
  });
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const method = incoming.method ?? "GET";
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "127.0.0.1"}`);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(url, {
    method,
    headers,
    signal: aborted.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" } : {}),
  });
}
