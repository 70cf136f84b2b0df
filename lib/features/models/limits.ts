/** In a file of its own, so that a page does not bring zod along. */

/** Models that are put away, or shown again, at once. */
export const DISMISS_MAX = 200;

/** Models that one request changes; whoever changes more sends several requests. */
export const CHANGE_AT_ONCE = 10;
