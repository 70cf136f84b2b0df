/**
 * How much of a person's work is shown. Pure.
 */

/** What ended longer ago is not listed any more. */
export const LATELY_MS = 24 * 3_600_000;

/** What was started longer ago is not looked for: it bounds what one look costs. */
export const STARTED_MS = 7 * LATELY_MS;

/** Of one kind, newest first. */
export const OF_A_KIND_MAX = 10;
