/**
 * How much of a person's work is shown. Pure.
 */

/** Work that ended longer ago is not listed. */
export const LATELY_MS = 24 * 3_600_000;

/** Work that was started longer ago is not searched, which limits the cost of a look. */
export const STARTED_MS = 7 * LATELY_MS;

/** Per kind, newest first. */
export const OF_A_KIND_MAX = 10;
