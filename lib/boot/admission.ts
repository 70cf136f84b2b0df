/**
 * Keeps a burst from becoming a jam: when more pages are being made than can be ready within a few seconds, further ones are told to
 * come back at once, instead of all becoming slow together. Refused is only what has not begun, so nothing is half done.
 */
import type { EdgeAnswer } from "./edge.ts";
import { getRequestCounts } from "./metrics/requests.ts";

/** About two to three seconds of pages on two cores. */
export const PAGES_AT_ONCE_MAX = 100;
const RETRY_AFTER_SECONDS = 5;

/** The refusal of a page when too many are being made, this one (which is counted already) included; null for all else. */
export function refuseWhenBusy(path: string): EdgeAnswer | null {
  const isPage = !/^\/(?:service|api|_next)\//.test(path);
  const running = getRequestCounts().kinds.get("page")?.running ?? 0;
  if (!isPage || running <= PAGES_AT_ONCE_MAX) return null;
  return {
    status: 503,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": String(RETRY_AFTER_SECONDS),
    },
    body: `Portico has more to do than it can at the moment, so nothing was done. Load the page again in ${String(RETRY_AFTER_SECONDS)} seconds.`,
  };
}
