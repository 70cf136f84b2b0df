/** The record of one exchange with a service, as shown, and how long records are kept. */

export const KEPT_DAYS = 14;
export const KEPT_ROWS_MAX = 200_000;
