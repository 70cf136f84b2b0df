/**
 * What the rest of Portico may ask of a file store. Keys are made by Portico itself (never from a person's file name);
 * a stored file is whole or not there; nothing is held in memory. Drivers live beside this file and know no business.
 */

export type StoredFile = { size: number; /** lower-case hex */ sha256: string };

/** Bytes `start` to `end`, both counted from 0, `end` not included. */
export type ByteRange = { start: number; end: number };

export type StageOptions = {
  /** Refused with FILE_TOO_LARGE as soon as one byte more arrives. */
  sizeMax: number;
  signal?: AbortSignal;
};

/** A file that has arrived whole and is on disk, but under no key yet: the caller gives it one or drops it. */
export type StagedFile = StoredFile & {
  commit: (key: string) => Promise<void>;
  /** Harmless after commit. */
  discard: () => Promise<void>;
};

export type FileFacts = { size: number; modifiedAt: Date };

export type Storage = {
  /**
   * Writes a stream to a file without a key, with back-pressure, and syncs it to disk. On any failure nothing is left.
   * The signal is looked at with every chunk; a source that may stall has to end on the same signal by itself.
   * @throws StorageError FILE_TOO_LARGE, STORAGE_FULL, CANCELLED; whatever the source throws.
   */
  stage: (source: AsyncIterable<Uint8Array>, options: StageOptions) => Promise<StagedFile>;
  /** stage and commit in one. */
  putStream: (key: string, source: AsyncIterable<Uint8Array>, options: StageOptions) => Promise<StoredFile>;
  /**
   * The bytes of a file (or of a range of it); `size` is the number of bytes the stream will carry. A file that turns out
   * shorter breaks the stream instead of ending it. The stream closes the file at its end, on cancel and on error.
   * @throws StorageError FILE_MISSING
   */
  openRead: (
    key: string,
    range?: ByteRange,
  ) => Promise<{ size: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> }>;
  findFacts: (key: string) => Promise<FileFacts | null>;
  exists: (key: string) => Promise<boolean>;
  /** Removing what is not there is no error. */
  delete: (key: string) => Promise<void>;
  /** Removes a folder with everything in it; from outside it vanishes at once. */
  deletePrefix: (key: string) => Promise<void>;
  /** Every file below a folder, in no order. */
  iterateFiles: (prefix: string) => AsyncGenerator<{ key: string } & FileFacts>;
  /** The names directly below a folder; empty when it is not there. */
  listChildren: (prefix: string) => Promise<string[]>;
  /** A new local folder to work in, on the disk of the store; swept at the next start if its process dies. */
  makeWorkFolder: () => Promise<string>;
  /** Removes a work folder; removing what is not there is no error. */
  removeWorkFolder: (localDir: string) => Promise<void>;
  /** Puts a finished local folder (from makeWorkFolder) under a key, synced and in one step; the key must be free. */
  publishFolder: (localDir: string, key: string) => Promise<void>;
  /** Where a file can be opened on this machine, for readers that need random access. */
  localPath: (key: string) => string;
  /**
   * Refuses work that cannot fit, before it starts.
   * @throws StorageError STORAGE_FULL
   */
  assertRoom: (bytes: number) => Promise<void>;
  /** Removes what dead processes left half written; returns how many. Called once at start. */
  sweepTemporary: () => Promise<number>;
};
