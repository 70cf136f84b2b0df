/**
 * Keeps a burst from becoming a jam: when more pages are being made than can be ready within a few seconds, further ones are told to
 * come back at once, instead of all becoming slow together. Refused is only what has not begun, so nothing is half done.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { EdgeAnswer } from "./edge.ts";
import { getRequestCounts } from "./metrics/requests.ts";
import { TOO_BUSY, refuseForNow } from "./refusal.ts";

/** About two to three seconds of pages on two cores. */
export const PAGES_AT_ONCE_MAX = 100;

/** The refusal of a page when too many are being made, this one (which is counted already) included; null for all else. */
export function refuseWhenBusy(asked: {
  path: string;
  headers: IncomingHttpHeaders;
  nonce: string;
}): EdgeAnswer | null {
  const isPage = !/^\/(?:service|api|_next)\//.test(asked.path);
  const running = getRequestCounts().kinds.get("page")?.running ?? 0;
  return !isPage || running <= PAGES_AT_ONCE_MAX ? null : refuseForNow(TOO_BUSY, asked);
}
