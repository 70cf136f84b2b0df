/** Waits for work only so long. */

/** What the work comes to, or `late` when it takes longer; the work goes on. */
export async function withinLimit<T, Late>(work: Promise<T>, limitMs: number, late: Late): Promise<T | Late> {
  const limit = Promise.withResolvers<Late>();
  const timer = setTimeout(limit.resolve, limitMs, late);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
