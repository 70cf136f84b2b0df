/**
 * Notices a sender that has fallen silent in the middle of a body, so that it cannot hold a connection for ever. Shared by uploads
 * and small bodies; what is done about the silence is for the caller to decide.
 */

/** Small bodies: without a byte for this long the sender is held to be gone. */
export const BODY_IDLE_MS = 30_000;

/** What stands in a reading's place when the sender fell silent. */
export const SILENT = Symbol("silent");

/**
 * The next piece of a body, or SILENT when none came for `idleMs`; only the sender is waited for here, not the disk. The body is not
 * cancelled then: that would cut the connection and with it the answer.
 */
export async function readOrSilent(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  idleMs: number,
): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>> | typeof SILENT> {
  const silence = Promise.withResolvers<typeof SILENT>();
  const timer = setTimeout(() => {
    silence.resolve(SILENT);
  }, idleMs);
  try {
    return await Promise.race([reader.read(), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
