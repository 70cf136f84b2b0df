/** Work on many items, some of them at the same time: services have undocumented limits. */

/** Does the work for every item, at most so many at once, begun in their order. Returns the results in the order of the items. */
export async function mapAtOnce<T, Result>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // All lanes take from one iterator.
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [place, item] of waiting) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
