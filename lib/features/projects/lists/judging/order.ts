/**
 * The order in which rows are shown and created: each below its parent, so that a house and its floors stay together and no child is sent
 * before its parent. Pure.
 */
import type { Judged, Known } from "./judged.ts";

const BY_NAME = new Intl.Collator("en", { numeric: true });

/**
 * Indexes into the file, in that order: first top-level rows, then rows below existing projects of the Cloud, by these projects' names;
 * siblings as in the file.
 */
export function treeOrder(judged: readonly Judged[], known: Known): number[] {
  const names = new Map(known.projects.map(({ id, name }) => [id, name]));
  const below = Map.groupBy(judged.keys(), (index) => judged[index]?.parentIndex ?? null);
  const tops = (below.get(null) ?? []).map((index) => {
    const id = judged[index]?.fields.parentId ?? 0;
    return { index, id, name: names.get(id) ?? "" };
  });
  tops.sort((a, b) => BY_NAME.compare(a.name, b.name) || a.id - b.id || a.index - b.index);
  // A list instead of recursion: a file may be one chain of thousands.
  const waiting = tops.map(({ index }) => index).reverse();
  const order: number[] = [];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    order.push(index);
    waiting.push(...(below.get(index) ?? []).toReversed());
  }
  return order;
}
