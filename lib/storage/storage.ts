/**
 * What the rest of Portico may ask of a file store. Keys are made by Portico itself (never from a person's file name);
 * a stored file is whole or not there; nothing is held in memory. Drivers live beside this file and know no business.
 *
 * Folders are another matter: a store need not be able to make many files appear or vanish in one step. So a folder is given
 * a key that was never used, is filled, and counts only once a row of the database names it; rows go before folders.
 */
import type { FileHandle } from "node:fs/promises";

export type StoredFile = { size: number; /** lower-case hex */ sha256: string };

/** Bytes `start` to `end`, both counted from 0, `end` not included. */
export type ByteRange = { start: number; end: number };

export type StageOptions = {
  /** Refused with FILE_TOO_LARGE as soon as one byte more arrives. */
  sizeMax: number;
  signal?: AbortSignal;
};

/** A file that has arrived whole, but is not under its key yet: the caller commits or discards it. */
export type StagedFile = StoredFile & {
  /** Puts the file under its key, durably and in one step. */
  commit: () => Promise<void>;
  /** Harmless after commit. */
  discard: () => Promise<void>;
};

export type FileFacts = { size: number; modifiedAt: Date };

/** A stored file or folder as a path of this machine, until it is released. It must not be written to. */
export type LocalCopy = { path: string; release: () => Promise<void> };

export type Storage = {
  /**
   * Takes a stream in with back-pressure. On any failure nothing is left. The signal is looked at with every chunk; a source
   * that may stall has to end on the same signal by itself.
   * @throws StorageError FILE_TOO_LARGE, STORAGE_FULL, STORE_UNAVAILABLE, CANCELLED; whatever the source throws.
   */
  stage: (key: string, source: AsyncIterable<Uint8Array>, options: StageOptions) => Promise<StagedFile>;
  /** stage and commit in one. */
  putStream: (key: string, source: AsyncIterable<Uint8Array>, options: StageOptions) => Promise<StoredFile>;
  /**
   * The bytes of a file (or of a range of it); `size` is the number of bytes the stream will carry. A file that turns out
   * shorter breaks the stream instead of ending it. The stream closes the file at its end, on cancel and on error.
   * @throws StorageError FILE_MISSING, STORE_UNAVAILABLE
   */
  openRead: (
    key: string,
    range?: ByteRange,
  ) => Promise<{ size: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> }>;
  /**
   * Only where stored files are files of this machine: a file for readers that bring their own buffers. The caller closes it.
   * @throws StorageError FILE_MISSING
   */
  openLocal?: (key: string) => Promise<FileHandle>;
  /** Of a file; of a folder the time of its newest file (or its own). null when there is neither. */
  findFacts: (key: string) => Promise<FileFacts | null>;
  exists: (key: string) => Promise<boolean>;
  /** Removing what is not there is no error. */
  delete: (key: string) => Promise<void>;
  /** Removes a file, or a folder with everything in it. */
  deletePrefix: (key: string) => Promise<void>;
  /** Every file below a folder, in no order. */
  iterateFiles: (prefix: string) => AsyncGenerator<{ key: string } & FileFacts>;
  /** The names directly below a folder; empty when it is not there. */
  listChildren: (prefix: string) => Promise<string[]>;
  /** A new local folder to work in; swept at the next start if its process dies. */
  makeWorkFolder: () => Promise<string>;
  /** Removes a work folder; removing what is not there is no error. */
  removeWorkFolder: (localDir: string) => Promise<void>;
  /** Puts a finished local folder (from makeWorkFolder) under a key that was never used; on failure nothing is left. */
  publishFolder: (localDir: string, key: string) => Promise<void>;
  /**
   * A stored file for readers that need random access: where it lies, or a copy that goes with its release.
   * @throws StorageError FILE_MISSING, STORAGE_FULL, STORE_UNAVAILABLE; the signal's reason.
   */
  borrowFile: (key: string, signal?: AbortSignal) => Promise<LocalCopy>;
  /**
   * A stored folder, likewise; copies are kept for the next borrower as long as there is room. A folder that is not there is a
   * path without files.
   * @throws StorageError STORAGE_FULL, STORE_UNAVAILABLE; the signal's reason.
   */
  borrowFolder: (key: string, signal?: AbortSignal) => Promise<LocalCopy>;
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
  /** Says in a few words that the store works. @throws StorageError when it does not. */
  check: () => Promise<string>;
  /** Removes what dead processes left half written; returns how many. Safe beside living ones. */
  sweepTemporary: () => Promise<number>;
};
