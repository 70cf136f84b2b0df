/**
 * How long the parts of a stop may take. Each limit leaves the next one time, because what is not done by then is cut off. Service managers
 * use force after 20 s, and the database stops after the server.
 */

/** Jobs end or are broken off. */
export const JOBS_STOP_MS = 6_000;
/** The server process: open answers end, jobs are given back. Then it exits. */
export const DRAIN_LIMIT_MS = JOBS_STOP_MS + 4_000;
/** The starter kills a server process that has not ended by then. */
export const SERVER_PATIENCE_MS = DRAIN_LIMIT_MS + 2_000;
