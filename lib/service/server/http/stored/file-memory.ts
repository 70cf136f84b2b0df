/**
 * Stored files that are asked for often, kept in memory: whole, small, and bounded in sum. Only for files that never change under
 * their key; whether the caller may have one is judged before, at every call.
 */

import { LRUCache } from "lru-cache";

/** Larger files are read anew each time. */
export const KEPT_FILE_BYTES_MAX = 2 * 1024 * 1024;
const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** Those used last stay. */
export class FileMemory {
  readonly #files: LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>;

  constructor(bytesMax = KEPT_BYTES_MAX) {
    this.#files = new LRUCache({ maxSize: bytesMax });
  }

  /** The file's bytes; several that ask at once wait for one reading. What fails is not kept. */
  get(
    key: string,
    size: number,
    read: () => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const bytes = read();
    // An empty file counts, too.
    this.#files.set(key, bytes, { size: Math.max(1, size) });
    bytes.catch(() => {
      if (this.#files.peek(key) === bytes) this.#files.delete(key);
    });
    return bytes;
  }
}
