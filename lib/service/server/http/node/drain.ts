/**
 * Reads what a caller is still sending when the answer is known already (a refused token, an unknown address). An unread body in a
 * kept-alive connection would block the caller's next request, and cutting the connection would lose the answer.
 */
import { BODY_IDLE_MS, readOrSilent, SILENT } from "./idle-watch.ts";

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
