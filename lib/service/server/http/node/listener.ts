/**
 * The embedded service on Node's own HTTP server: an incoming message becomes a web Request, the Response is sent with its true length and
 * with back-pressure. Knows nothing about the content of calls and answers.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#lib/core/log/logger.ts";
import { discardBody, sendAnswer } from "../stored/stored-answer.ts";

/** Answers one message; never rejects. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Addresses come only from configuration, never from the Host header (oauth/issuer.ts); but a URL must have some host. */
const BASE = "http://service.invalid";

/**
 * Serves the answers of `handle` over node:http. A caller that leaves aborts the request's signal.
 * @param headers that every answer carries unless it has its own
 */
export function createNodeListener(
  handle: (request: Request) => Promise<Response>,
  headers: Readonly<Record<string, string>>,
): NodeListener {
  return async (incoming, outgoing) => {
    try {
      const request = toRequest(incoming, outgoing);
      const response = await handle(request);
      if (outgoing.destroyed) {
        await discardBody(response);
        return;
      }
      outgoing.writeHead(response.status, { ...headers, ...Object.fromEntries(response.headers) });
      await sendAnswer(response, outgoing);
    } catch (thrown) {
      // A caller leaving is normal; everything else is a fault, and a cut answer must not look complete.
      if (!outgoing.destroyed) log.error("an answer of the embedded service broke off", thrown);
      outgoing.destroy();
    }
  };
}

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const aborted = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) aborted.abort();
  });
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(incoming.url ?? "/", BASE), {
    method,
    headers: toHeaders(incoming),
    signal: aborted.signal,
    ...(hasBody ? { body: bodyStream(incoming), duplex: "half" } : {}),
  });
}

/**
 * The headers as they were sent, repeated ones joined (RFC 9110 section 5.3); only X-Forwarded-For is replaced by the caller's address
 * found trustworthy.
 */
function toHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  const raw = incoming.rawHeaders;
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? "", raw[at + 1] ?? "");
  const address = incoming.headers["x-forwarded-for"];
  if (typeof address === "string") headers.set("x-forwarded-for", address);
  return headers;
}

/** Pieces as they arrive; fails when the sender leaves before the end. */
function bodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer<ArrayBuffer>>;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
    },
    { highWaterMark: 0 },
  );
}
