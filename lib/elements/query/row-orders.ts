/*
 * Keeps the ordered row numbers of the views looked at last, so that scrolling asks nobody anything. Bounded by bytes, oldest out first.
 */
import type { RowOrders } from "./table.ts";

const BYTES_MAX = 64 * 1024 * 1024;

export function createRowOrders(bytesMax = BYTES_MAX): RowOrders {
  const kept = new Map<string, Int32Array>();
  let bytes = 0;
  return {
    find: (key) => {
      const rows = kept.get(key);
      if (rows === undefined) return null;
      kept.delete(key);
      kept.set(key, rows);
      return rows;
    },
    keep: (key, rows) => {
      if (rows.byteLength > bytesMax || kept.has(key)) return;
      kept.set(key, rows);
      bytes += rows.byteLength;
      for (const [oldest, { byteLength }] of kept) {
        if (bytes <= bytesMax) break;
        kept.delete(oldest);
        bytes -= byteLength;
      }
    },
  };
}
