/** Waits for work only so long. */

/** Waits are counted in pieces of this length, in milliseconds. */
const PIECE_MS = 250;

/**
 * What the work comes to, or `late` when it takes longer; the work goes on. While this process is held up itself, by a long calculation or
 * by a busy machine, it cannot take in what arrives: such a pause counts as one piece.
 */
export async function withinLimit<T, Late>(work: Promise<T>, limitMs: number, late: Late): Promise<T | Late> {
  const limit = Promise.withResolvers<Late>();
  let timer: NodeJS.Timeout | undefined;
  const wait = (leftMs: number): void => {
    const piece = Math.min(leftMs, PIECE_MS);
    timer = setTimeout(() => {
      if (leftMs > piece) wait(leftMs - piece);
      else limit.resolve(late);
    }, piece);
  };
  wait(limitMs);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
