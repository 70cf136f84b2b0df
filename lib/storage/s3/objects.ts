/** Reads one stored object like a file: its facts and its bytes. Must not write anything. */
import { now } from "#lib/core/clock.ts";
import { fileMissing } from "../errors.ts";
import { parseKey } from "../keys.ts";
import type { ByteRange, FileFacts } from "../storage.ts";
import type { Connection } from "./connection.ts";
import { isAbsent, isBeyondEnd } from "./failure.ts";
import { iteratePages } from "./listing.ts";
import { streamObject } from "./object-stream.ts";

type OpenObject = { size: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> };

export type Objects = {
  findObject: (key: string) => Promise<FileFacts | null>;
  /** For a folder, only the first thousand files are examined, since its files are written together. */
  findFacts: (key: string) => Promise<FileFacts | null>;
  /** @throws StorageError FILE_MISSING, STORE_UNAVAILABLE; the signal's reason */
  openRead: (key: string, range?: ByteRange, signal?: AbortSignal) => Promise<OpenObject>;
};

/** @param patienceMs how long to wait for an unreachable store */
export function openObjects(connection: Connection, patienceMs: number): Objects {
  const { bucket, call } = connection;
  const nameOf = (key: string): string => connection.nameOf(parseKey(key).join("/"));

  async function findObject(key: string): Promise<FileFacts | null> {
    const ask = { Bucket: bucket, Key: nameOf(key) };
    try {
      const head = await call((store) => store.headObject(ask), { patienceMs, keep: isAbsent });
      return { size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? now() };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async function findFacts(key: string): Promise<FileFacts | null> {
    const object = await findObject(key);
    if (object !== null) return object;
    for await (const { Contents = [] } of iteratePages(connection, key, { patienceMs })) {
      if (Contents.length === 0) return null;
      return {
        size: Contents.reduce((sum, { Size = 0 }) => sum + Size, 0),
        modifiedAt: new Date(Math.max(...Contents.map(({ LastModified }) => LastModified?.getTime() ?? 0))),
      };
    }
    return null;
  }

  /** The result for an empty range, which the store refuses. */
  async function nothingOf(key: string): Promise<OpenObject> {
    if ((await findObject(key)) === null) throw fileMissing(key);
    return { size: 0, stream: new Blob([]).stream() };
  }

  async function openRead(key: string, range?: ByteRange, signal?: AbortSignal): Promise<OpenObject> {
    if (range !== undefined && range.end <= range.start) return nothingOf(key);
    const ask = {
      Bucket: bucket,
      Key: nameOf(key),
      ...(range === undefined ? {} : { Range: `bytes=${String(range.start)}-${String(range.end - 1)}` }),
    };
    try {
      const { Body, ContentLength } = await call((store, options) => store.getObject(ask, options), {
        patienceMs,
        signal,
        keep: (thrown) => isAbsent(thrown) || isBeyondEnd(thrown),
      });
      if (Body === undefined || ContentLength === undefined || !("read" in Body)) {
        throw new Error("the S3 store answered without a body");
      }
      return { size: ContentLength, stream: streamObject(Body, ContentLength) };
    } catch (error) {
      if (isBeyondEnd(error)) return nothingOf(key);
      throw isAbsent(error) ? fileMissing(key) : error;
    }
  }

  return { findObject, findFacts, openRead };
}
