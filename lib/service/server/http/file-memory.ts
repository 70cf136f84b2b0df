/**
 * Stored files that are asked for often, kept in memory: whole, small, and bounded in sum. Only for files that never change under
 * their key; whether the caller may have one is judged before, at every call.
 */

/** Larger files are read anew each time. */
export const KEPT_FILE_BYTES_MAX = 2 * 1024 * 1024;
const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** Those used last stay. */
export class FileMemory {
  readonly #files = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  readonly #sizes = new Map<string, number>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax = KEPT_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  /** The file's bytes; several that ask at once wait for one reading. What fails is not kept. */
  get(
    key: string,
    size: number,
    read: () => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#files.get(key);
    this.#forget(key);
    const bytes = known ?? read();
    this.#files.set(key, bytes);
    this.#sizes.set(key, size);
    this.#bytes += size;
    if (known === undefined) {
      bytes.catch(() => {
        if (this.#files.get(key) === bytes) this.#forget(key);
      });
    }
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#forget(oldest);
    }
    return bytes;
  }

  #forget(key: string): void {
    if (!this.#files.delete(key)) return;
    this.#bytes -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
  }
}
