/**
 * How long the parts of a stop may take. Each limit leaves the next one time, because what is not done by then is cut off. The documented
 * unit allows 30 s: 12 s for the server, then up to 17 s for the database.
 */

/** Jobs end or are broken off. */
export const JOBS_STOP_MS = 6_000;
/** A pool of job workers that was cut off is given up. */
export const POOL_GIVEN_UP_MS = 3_000;
/** The server process: open answers end, jobs are given back. Then it exits. */
export const DRAIN_LIMIT_MS = JOBS_STOP_MS + 4_000;
/** The starter kills a server process that has not ended by then. */
export const SERVER_PATIENCE_MS = DRAIN_LIMIT_MS + 2_000;
