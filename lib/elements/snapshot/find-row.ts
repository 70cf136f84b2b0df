/*
 * Looks for one element in a stored snapshot by its GlobalId, without an index: a stored row begins with its id, so the bytes of the id are
 * looked for where rows begin. As dear as reading the file once from front to back, and bounded by one block of memory.
 */
import { RowRecord } from "./row-record.ts";
import type { RowBlock, Snapshot } from "./snapshot.ts";

/**
 * The number of the row whose id is this one, or -1.
 * @throws ElementsError SNAPSHOT_DAMAGED, STORAGE_FAILED, CANCELLED
 */
export async function findRowById(snapshot: Snapshot, id: string, signal?: AbortSignal): Promise<number> {
  if (id === "") return -1;
  const wanted = Buffer.from(id);
  const record = new RowRecord(snapshot.shapes);
  let before = 0;
  for await (const block of snapshot.iterateBlocks(signal)) {
    const row = findInBlock(block, wanted, record, id);
    if (row >= 0) return before + row;
    before += block.ends.length;
  }
  return -1;
}

function findInBlock({ bytes, ends }: RowBlock, wanted: Buffer, record: RowRecord, id: string): number {
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
    // The id of another element may stand in a value.
    const row = at === 0 ? 0 : rowBeginningAt(ends, at);
    if (row < 0) continue;
    record.locate(bytes, at, ends[row] ?? 0);
    if (record.text(0) === id) return row;
  }
  return -1;
}

/** The row whose bytes begin at `at`, or -1; `ends` rise. */
function rowBeginningAt(ends: readonly number[], at: number): number {
  let [low, high] = [0, ends.length - 2];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const end = ends[middle] ?? 0;
    if (end === at) return middle + 1;
    if (end < at) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
