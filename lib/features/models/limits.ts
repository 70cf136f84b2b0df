/** In a separate file, so that a page does not load zod. */

/** Models that are dismissed, or shown again, at once. */
export const DISMISS_MAX = 200;

/** Models that one request changes; larger changes take several requests. */
export const CHANGE_AT_ONCE = 10;
