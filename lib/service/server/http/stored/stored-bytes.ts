/**
 * The bytes of stored files that are sent in bulk: small files from memory, large files from this machine's disk through two alternating
 * buffers, or from the store's own stream where files are elsewhere.
 */
import type { FileHandle } from "node:fs/promises";
import type { Storage } from "#lib/storage/storage.ts";
import { LRUCache } from "lru-cache";

type Bytes = Uint8Array<ArrayBuffer>;

/** Plain bytes, or bytes `start` to `end` (not included) of a stored file of `fileBytes` bytes, which never changes. */
export type StoredPart = Bytes | { key: string; start: number; end: number; fileBytes: number };

/** A chunk is valid until the second-next chunk is requested, which reuses its buffer. */
export type StoredChunks = AsyncGenerator<Bytes, void, undefined>;

const CHUNK_BYTES = 256 * 1024;

/** The parts one after the other. Files are always closed. @throws StorageError; Error when a file does not have the stated length */
export async function* iterateStored(parts: readonly StoredPart[], storage: Storage): StoredChunks {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else if (part.fileBytes <= KEPT_FILE_BYTES_MAX) {
      const whole = await recallFile(part.key, part.fileBytes, () => readWhole(part, storage));
      yield whole.subarray(part.start, part.end);
    } else if (storage.openLocal !== undefined) {
      yield* iterateFile(await storage.openLocal(part.key), part.start, part.end);
    } else {
      const { stream, size } = await storage.openRead(part.key, { start: part.start, end: part.end });
      await assertSize(size, part.end - part.start, stream);
      yield* stream;
    }
  }
}

export function lengthOf(part: StoredPart): number {
  return part instanceof Uint8Array ? part.byteLength : part.end - part.start;
}

async function readWhole(
  { key, fileBytes }: { key: string; fileBytes: number },
  storage: Storage,
): Promise<Bytes> {
  const { stream, size } = await storage.openRead(key);
  await assertSize(size, fileBytes, stream);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function assertSize(size: number, expected: number, stream: ReadableStream): Promise<void> {
  if (size === expected) return;
  await stream.cancel();
  throw new Error("a stored answer has another size than its index says");
}

async function* iterateFile(opened: FileHandle, start: number, end: number): StoredChunks {
  await using file = opened;
  let [buffer, other] = [new Uint8Array(CHUNK_BYTES), new Uint8Array(CHUNK_BYTES)];
  for (let at = start; at < end;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, end - at), at);
    if (bytesRead === 0) throw new Error("a stored file became shorter while it was read");
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
    [buffer, other] = [other, buffer];
  }
}

/** Larger files are read again each time. */
export const KEPT_FILE_BYTES_MAX = 2 * 1024 * 1024;
const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** Keeps the most recently used files; concurrent callers for a file share one reading. Failures are not kept. */
export function createFileMemory(bytesMax: number) {
  const files = new LRUCache<string, Promise<Bytes>>({ maxSize: bytesMax });
  return (key: string, size: number, read: () => Promise<Bytes>): Promise<Bytes> => {
    const known = files.get(key);
    if (known !== undefined) return known;
    const bytes = read();
    // An empty file counts as one byte, too.
    files.set(key, bytes, { size: Math.max(1, size) });
    bytes.catch(() => {
      if (files.peek(key) === bytes) files.delete(key);
    });
    return bytes;
  };
}

/** Small files, and data made from small files, by key. */
export const recallFile = createFileMemory(KEPT_BYTES_MAX);
