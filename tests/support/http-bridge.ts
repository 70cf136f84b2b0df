/**
 * Serves a `Request → Response` function over real HTTP, with the product's own listener, for tests that need the embedded service without
 * the whole product (faults, another clock).
 */
import { createServer } from "node:http";
import { refuseAtEdge } from "#lib/boot/edge/addresses.ts";
import { SECURITY_HEADERS } from "#lib/boot/edge/security-headers.ts";
import { createNodeListener } from "#lib/service/server/http/node/listener.ts";
import type { NodeListener } from "#lib/service/server/http/node/listener.ts";
import { closeAll, listen } from "./listen.ts";

export type HttpBridge = { origin: string; stop(): Promise<void> };

type Handler = (request: Request) => Promise<Response>;

/** Listens on a free port of this machine; `prepare` gets the origin and returns the handler. */
export async function serveHandler(prepare: (origin: string) => Promise<Handler>): Promise<HttpBridge> {
  let listener: NodeListener | null = null;
  // Longer than any test: a kept connection that closes just when it is reused would be a fault of the test.
  const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, outgoing) => {
    if (listener === null) throw new Error("The server was called before it was ready.");
    // As the product does: a web Request cannot have every method.
    const refused = refuseAtEdge(incoming.method ?? "", incoming.url ?? "/");
    if (refused?.status === 405) outgoing.writeHead(405, refused.headers).end(refused.body);
    else void listener(incoming, outgoing);
  });
  const origin = `http://127.0.0.1:${String(await listen(server))}`;
  listener = createNodeListener(await prepare(origin), SECURITY_HEADERS);
  return {
    origin,
    stop: () => closeAll(server),
  };
}
