/**
 * Takes in what a caller is still sending after the answer is known already (a refused token, an address that is not there). A body
 * left lying in a kept-alive connection would block the caller's next request, and cutting the connection would swallow the answer.
 */
import { BODY_IDLE_MS, readOrSilent, SILENT } from "./idle-watch.ts";

/** More than this is not waited for. */
const DRAIN_BYTES_MAX = 4 * 1024 * 1024;
/** Nor longer than this: who sends a byte now and then must not be able to hold the connection. */
const DRAIN_MS_MAX = 5_000;

/** Reads and forgets the rest of the body; false when too much is left or nothing moves (the connection must be closed then). */
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
    // The caller went away or something else has broken the body already: nothing is left to take in.
    return false;
  } finally {
    reader.releaseLock();
  }
}
