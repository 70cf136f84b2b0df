/*
 * A file of a snapshot that is written from front to back, one write ahead of the caller, with its size and CRC-32 counted.
 * Durable only after `finish`; it never renames anything.
 */
import { open, type FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { StoredFile } from "./meta.ts";

/**
 * Each time this many bytes are written, they are synced while the next ones are made, so that the end need not wait for the whole file.
 */
const SYNC_BYTES = 8 * 1024 * 1024;

export class StoredFileWriter {
  readonly #handle: FileHandle;
  #bytes = 0;
  #crc32 = 0;
  #inFlight: Promise<void> = Promise.resolve();
  #unsynced = 0;
  #isSyncing = false;
  #synced: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Creates the file, which must not exist, readable for this account only. */
  static async create(path: string): Promise<StoredFileWriter> {
    return new StoredFileWriter(await open(path, "wx", 0o600));
  }

  /** Waits for the write before this one, then starts this one; the bytes must not change afterwards. */
  async write(bytes: Uint8Array): Promise<void> {
    await this.#inFlight;
    this.#crc32 = crc32(bytes, this.#crc32);
    this.#bytes += bytes.length;
    this.#inFlight = this.#writeAll(bytes);
    /* The next write or `finish` reports a failure; without this line it would count as unhandled until then. */
    this.#inFlight.catch(() => undefined);
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, from, bytes.length - from);
      from += bytesWritten;
    }
    this.#unsynced += bytes.length;
    if (this.#unsynced >= SYNC_BYTES && !this.#isSyncing) this.#startSync();
  }

  /** Starts syncing what is written, in parallel with the next writes. A failure is kept for `finish`. */
  #startSync(): void {
    this.#unsynced = 0;
    this.#isSyncing = true;
    this.#synced = Promise.all([this.#synced, this.#handle.datasync()]).then(() => undefined);
    this.#synced.catch(() => undefined).finally(() => (this.#isSyncing = false));
  }

  /** Makes the file durable and closes it. */
  async finish(): Promise<StoredFile> {
    await this.#inFlight;
    await this.#synced;
    await this.#handle.sync();
    await this.#handle.close();
    return { bytes: this.#bytes, crc32: this.#crc32 };
  }

  /** Closes the file unfinished, when its content is no longer wanted. Harmless after `finish`. */
  async abandon(): Promise<void> {
    await Promise.allSettled([this.#inFlight, this.#synced]);
    await this.#handle.close().catch(() => undefined);
  }
}
