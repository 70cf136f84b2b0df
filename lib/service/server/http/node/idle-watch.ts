/**
 * Notices a sender that stops in the middle of a body, so that it cannot hold a connection forever. Shared by uploads and small bodies; the
 * caller decides what to do then.
 */

/** For small bodies: after this long without a byte the sender counts as gone. */
export const BODY_IDLE_MS = 30_000;

/** Returned instead of bytes when the sender stopped. */
export const SILENT = Symbol("silent");

/**
 * The next piece of a body, or SILENT when none came for `idleMs`; this waits only for the sender, not for the disk. The body is not
 * cancelled then, because that would cut the connection and lose the answer.
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
