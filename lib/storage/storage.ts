/**
 * The interface of a file store for the rest of Portico. Portico makes the keys itself (never from a person's file name); a stored file is
 * complete or absent; nothing is held in memory. Drivers are next to this file and contain no business rules.
 *
 * Folders are different: a store need not be able to make many files appear or vanish in one step. So a folder gets a key that was never
 * used, is filled, and counts only once a row of the database names it; rows are removed before folders.
 */
import type { FileHandle } from "node:fs/promises";

export type StoredFile = { size: number; /** lower-case hex */ sha256: string };

/** Bytes `start` to `end`, both counted from 0, `end` not included. */
export type ByteRange = { start: number; end: number };

export type StageOptions = {
  /** The most bytes; one byte more is refused with FILE_TOO_LARGE. */
  sizeMax: number;
  signal?: AbortSignal;
};

/** A file that has arrived completely, but is not yet under its key: the caller commits or discards it. */
export type StagedFile = StoredFile & {
  /** Puts the file under its key, durably and in one step. */
  commit: () => Promise<void>;
  /** Harmless after commit. */
  discard: () => Promise<void>;
};

export type FileFacts = { size: number; modifiedAt: Date };

/** A path on this machine, for as long as it is used: `await using`. */
export type LocalPath = AsyncDisposable & { path: string };

export type Storage = {
  /**
   * Receives a stream with back-pressure. After any failure nothing remains. The signal is checked at every chunk; a source that may stall
   * must itself end on the same signal.
   * @throws StorageError FILE_TOO_LARGE, STORAGE_FULL, STORE_UNAVAILABLE, CANCELLED; whatever the source throws.
   */
  stage: (key: string, source: AsyncIterable<Uint8Array>, options: StageOptions) => Promise<StagedFile>;
  /** `stage` and `commit` in one. */
  putStream: (key: string, source: AsyncIterable<Uint8Array>, options: StageOptions) => Promise<StoredFile>;
  /**
   * The bytes of a file (or of a range of it); `size` is the number of bytes in the stream. If the file turns out to be shorter, the stream
   * fails instead of ending. The stream closes the file at its end, on cancel and on error.
   * @throws StorageError FILE_MISSING, STORE_UNAVAILABLE
   */
  openRead: (
    key: string,
    range?: ByteRange,
  ) => Promise<{ size: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> }>;
  /**
   * Only where stored files are local files: a file for readers with their own buffers. The caller closes it.
   * @throws StorageError FILE_MISSING
   */
  openLocal?: (key: string) => Promise<FileHandle>;
  /** Facts of a file; for a folder, the time of its newest file (or its own). null when neither exists. */
  findFacts: (key: string) => Promise<FileFacts | null>;
  /** A missing file is not an error. */
  delete: (key: string) => Promise<void>;
  /** Removes a file, or a folder with everything in it. */
  deletePrefix: (key: string) => Promise<void>;
  /** Every file below a folder, in no order. */
  iterateFiles: (prefix: string) => AsyncGenerator<{ key: string } & FileFacts>;
  /** The names directly below a folder; empty when it does not exist. */
  listChildren: (prefix: string) => Promise<string[]>;
  /** A new local folder to work in, which may be published or moved meanwhile; swept at the next start if its process dies. */
  makeWorkFolder: () => Promise<LocalPath>;
  /** Puts a finished local folder (from makeWorkFolder) under a key that was never used; after a failure nothing remains. */
  publishFolder: (localDir: string, key: string) => Promise<void>;
  /**
   * A stored file for readers that need random access: its own path, or a copy that is removed afterwards. Do not write to it.
   * @throws StorageError FILE_MISSING, STORAGE_FULL, STORE_UNAVAILABLE; the signal's reason.
   */
  borrowFile: (key: string, signal?: AbortSignal) => Promise<LocalPath>;
  /**
   * The same for a stored folder; copies are kept for the next borrower while there is room. A missing folder gives a path without files.
   * @throws StorageError STORAGE_FULL, STORE_UNAVAILABLE; the signal's reason.
   */
  borrowFolder: (key: string, signal?: AbortSignal) => Promise<LocalPath>;
  /**
   * Refuses a file that cannot fit, before it is sent.
   * @throws StorageError STORAGE_FULL
   */
  assertRoom: (bytes: number) => Promise<void>;
  /**
   * The same for work folders, which are always on this machine.
   * @throws StorageError STORAGE_FULL
   */
  assertWorkRoom: (bytes: number) => Promise<void>;
  /** Checks the store and describes it in a few words. @throws StorageError when it does not work. */
  check: () => Promise<string>;
  /** Removes half-written files of dead processes; returns how many. Safe while other processes run. */
  sweepTemporary: () => Promise<number>;
};
