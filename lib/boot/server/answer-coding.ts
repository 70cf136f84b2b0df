/** Names the coding of a body that a route has coded itself, where Next would send it without saying so. */
import type { ServerResponse } from "node:http";
import { CODING_HEADER } from "#lib/core/network/coding-header.ts";

/** From now on the route's own header leaves as content-encoding (RFC 9110 section 8.4). */
export function nameCoding(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name.toLowerCase() === CODING_HEADER ? "content-encoding" : name, value);
}
