/** The time and size limits of all outbound calls in one table (ASVS 13.1.3). No limit is set anywhere else. */

/** Limits of one exchange; times in milliseconds, sizes in bytes, null = no limit of this kind. */
export type HttpLimits = {
  /** Name resolution and TCP. */
  connectMs: number;
  /** From TCP connected to TLS established. */
  tlsMs: number;
  /** From the last byte of the request to the first of the answer. */
  firstByteMs: number;
  /** Between two pieces of a body, in either direction. */
  idleMs: number;
  /** The whole exchange. */
  totalMs: number | null;
  /** The answer's body. */
  bodyBytesMax: number | null;
};

const MIB = 1024 * 1024;

/** Records, lists, tokens: small answers that are read as a whole. */
export const RECORD_LIMITS: HttpLimits = {
  connectMs: 5_000,
  tlsMs: 5_000,
  firstByteMs: 30_000,
  idleMs: 30_000,
  totalMs: 60_000,
  bodyBytesMax: 32 * MIB,
};

/** One created record (at most with a logo inside) or one token: no legitimate answer is larger. */
export const SMALL_LIMITS: HttpLimits = { ...RECORD_LIMITS, bodyBytesMax: 8 * MIB };

/** One request of a connection check: a person waits, and a healthy service answers briefly and soon. */
export const CHECK_LIMITS: HttpLimits = {
  ...SMALL_LIMITS,
  firstByteMs: 10_000,
  idleMs: 10_000,
  totalMs: 15_000,
};

/** An element answer: streamed, of any size, for at most half an hour. */
export const ELEMENT_LIMITS: HttpLimits = { ...RECORD_LIMITS, totalMs: 30 * 60_000, bodyBytesMax: null };

/** An upload to the service: as long as bytes move; the service may take longer to answer at the end. */
export const UPLOAD_LIMITS: HttpLimits = {
  ...SMALL_LIMITS,
  firstByteMs: 120_000,
  totalMs: null,
};

/** One delivery to a webhook: the receiver may process the event later, and its answer is not read. */
export const WEBHOOK_LIMITS: HttpLimits = { ...CHECK_LIMITS, totalMs: 20_000, bodyBytesMax: 0 };

/** An identity provider, while a person waits to be signed in: its answers are small. */
export const SIGN_IN_LIMITS: HttpLimits = { ...CHECK_LIMITS, bodyBytesMax: MIB };
