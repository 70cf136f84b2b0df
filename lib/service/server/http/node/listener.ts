/**
 * The embedded service on Node's own HTTP server: an incoming message becomes a web Request, the Response goes out with its true
 * length and with back-pressure. Knows nothing of what is asked or answered.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#lib/core/log/logger.ts";
import { bodyStream } from "./body.ts";
import { discardBody, sendAnswer } from "../stored/stored-answer.ts";

/** Answers one message; rejects never. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

type NodeListenerOptions = {
  /** Headers that every answer carries unless it has its own. */
  headers?: Readonly<Record<string, string>>;
};

/** Addresses come from configuration alone, never from the Host header (oauth/issuer.ts); a URL must name some host nevertheless. */
const BASE = "http://service.invalid";

/** What `handle` answers, over node:http. A caller that goes away aborts the request's signal. */
export function createNodeListener(
  handle: (request: Request) => Promise<Response>,
  { headers = {} }: NodeListenerOptions = {},
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
      // A caller that went away is no news; everything else is a fault, and a cut answer must not pass for a whole one.
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

/** As they were sent, repeated ones joined (RFC 9110 section 5.3); only the address that was judged believable replaces what came. */
function toHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  const raw = incoming.rawHeaders;
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? "", raw[at + 1] ?? "");
  const address = incoming.headers["x-forwarded-for"];
  if (typeof address === "string") headers.set("x-forwarded-for", address);
  return headers;
}
