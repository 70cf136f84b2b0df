/**
 * A memory cache of stored files that are requested often: only whole, small files, and bounded in total. Only for files that never change
 * under their key; every call checks the caller's access before.
 */

import { LRUCache } from "lru-cache";

/** Larger files are read again each time. */
export const KEPT_FILE_BYTES_MAX = 2 * 1024 * 1024;
const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** Keeps the most recently used files. */
export class FileMemory {
  readonly #files: LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>;

  constructor(bytesMax = KEPT_BYTES_MAX) {
    this.#files = new LRUCache({ maxSize: bytesMax });
  }

  /** The file's bytes; concurrent callers share one reading. Failures are not kept. */
  get(
    key: string,
    size: number,
    read: () => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const bytes = read();
    // An empty file counts as one byte, too.
    this.#files.set(key, bytes, { size: Math.max(1, size) });
    bytes.catch(() => {
      if (this.#files.peek(key) === bytes) this.#files.delete(key);
    });
    return bytes;
  }
}
