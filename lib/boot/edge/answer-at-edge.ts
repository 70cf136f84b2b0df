/**
 * Sends an answer of the edge itself. If the rest of the body is not wanted, the connection is closed, but only after incoming data was
 * read for a while: closing at once would reset the connection, and the client would lose the answer.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "./body-intake.ts";
import type { EdgeAnswer } from "./addresses.ts";

/** How long incoming data is read and discarded. */
export const LINGER_MS = 5_000;

/** Answers, then closes or keeps the connection as required. */
export function answerAtEdge(
  { status, headers, body }: EdgeAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  lingerMs = LINGER_MS,
): void {
  const content = request.method === "HEAD" ? "" : body;
  if (request.complete || !hasBody(request)) {
    request.resume();
    response.writeHead(status, headers).end(content);
    return;
  }
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, { ...headers, connection: "close", "content-length": length });
  response.flushHeaders();
  if (content !== "") response.write(content);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs);
  request.once("end", end).once("close", end).resume();
}
