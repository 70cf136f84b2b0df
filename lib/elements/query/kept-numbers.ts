/*
 * A cache of recently computed whole numbers: ordered rows of views, so that scrolling needs no query, and codes of columns, so that
 * sorting and counting need not read them again. Nobody may change an array that is kept.
 */
import { LRUCache } from "lru-cache";

const BYTES_MAX = 160 * 1024 * 1024;

export type KeptNumbers = LRUCache<string, Int32Array>;

/** An array larger than the whole cache is not kept. */
export function createKeptNumbers(): KeptNumbers {
  // At least 1: the cache takes no sizes of 0.
  return new LRUCache({ maxSize: BYTES_MAX, sizeCalculation: ({ byteLength }) => byteLength + 1 });
}
