/** Sets the content coding of a body that a route has coded itself, which Next would not announce. */
import type { ServerResponse } from "node:http";
import { CODING_HEADER } from "#lib/core/network/coding-header.ts";

/** From now on the route's own header is sent as content-encoding (RFC 9110 section 8.4). */
export function nameCoding(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name.toLowerCase() === CODING_HEADER ? "content-encoding" : name, value);
}
