/**
 * When an outgoing delivery (an email, a webhook's message) is tried again: six tries over 24 hours, so that a night's maintenance or a
 * day's outage at the other end loses nothing.
 */

const MINUTE_MS = 60_000;

/** Waits after the first five tries: 1 min, 10 min, 1 h, 5 h, 18 h. After the sixth there are no more automatic tries. */
export const SIX_TRIES_WAITS_MS: readonly number[] = [1, 10, 60, 300, 1080].map(
  (minutes) => minutes * MINUTE_MS,
);
