/*
 * A cache of recently computed whole numbers: ordered rows of views, so that scrolling needs no query, and codes of columns, so that
 * sorting and counting need not read them again. Bounded by bytes; the oldest entry goes first.
 */

const BYTES_MAX = 160 * 1024 * 1024;

export type KeptNumbers = {
  find(key: string): Int32Array | null;
  /** Keeps an array, which nobody may change afterwards. An array larger than the whole cache is not kept. */
  keep(key: string, numbers: Int32Array): void;
};

export function createKeptNumbers(bytesMax = BYTES_MAX): KeptNumbers {
  const kept = new Map<string, Int32Array>();
  let bytes = 0;
  return {
    find: (key) => {
      const numbers = kept.get(key);
      if (numbers === undefined) return null;
      kept.delete(key);
      kept.set(key, numbers);
      return numbers;
    },
    keep: (key, numbers) => {
      if (numbers.byteLength > bytesMax || kept.has(key)) return;
      kept.set(key, numbers);
      bytes += numbers.byteLength;
      for (const [oldest, { byteLength }] of kept) {
        if (bytes <= bytesMax) break;
        kept.delete(oldest);
        bytes -= byteLength;
      }
    },
  };
}
