/**
 * Notices a sender that stops in the middle of a body, so that it cannot hold a connection forever; shared by uploads and small bodies,
 * which decide what to do then. And reads what a caller is still sending when the answer is known already (a refused token, an unknown
 * address): an unread body in a kept-alive connection would block the caller's next request, and cutting the connection would lose the
 * answer.
 */

import { withinLimit } from "#lib/core/process/within-limit.ts";

/** For small bodies: after this long without a byte the sender counts as gone. */
export const BODY_IDLE_MS = 30_000;

/** Returned instead of bytes when the sender stopped. */
export const SILENT = Symbol("silent");

/**
 * The next piece of a body, or SILENT when none came for `idleMs`; this waits only for the sender, not for the disk. The body is not
 * cancelled then, because that would cut the connection and lose the answer.
 */
export function readOrSilent(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  idleMs: number,
): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>> | typeof SILENT> {
  return withinLimit(reader.read(), idleMs, SILENT);
}

/** The most bytes to read. */
const DRAIN_BYTES_MAX = 4 * 1024 * 1024;
/** The longest time to read: a caller that sends a byte now and then must not hold the connection. */
const DRAIN_MS_MAX = 5_000;

/** Reads and discards the rest of the body; false when too much is left or nothing arrives (close the connection then). */
export async function drainBody(
  request: Request,
  idleMs = BODY_IDLE_MS,
  totalMs = DRAIN_MS_MAX,
): Promise<boolean> {
  const { body } = request;
  if (body === null) return true;
  if (body.locked) return false;
  const announced = Number(request.headers.get("content-length") ?? "0");
  if (announced > DRAIN_BYTES_MAX) return false;
  const reader = body.getReader();
  const deadlineMs = performance.now() + totalMs;
  try {
    let bytes = 0;
    while (bytes <= DRAIN_BYTES_MAX) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) return false;
      const piece = await readOrSilent(reader, Math.min(idleMs, leftMs));
      if (piece === SILENT) return false;
      if (piece.done) return true;
      bytes += piece.value.byteLength;
    }
    return false;
  } catch {
    // The caller left, or the body has failed already: there is nothing left to read.
    return false;
  } finally {
    reader.releaseLock();
  }
}
