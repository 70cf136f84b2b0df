/**
 * Sends an answer of the edge itself. When the rest of the body is not wanted, the connection is closed, but only after what is still
 * coming has been read for a while: closing at once would reset the connection and take the answer away from its reader.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "./body-intake.ts";
import type { EdgeAnswer } from "./addresses.ts";

/** As long as this, what still comes is read and forgotten. */
export const LINGER_MS = 5_000;

/** Answers, and leaves the connection as it must be left. */
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
