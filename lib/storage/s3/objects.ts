/**
 * Reads one stored object like a file: its facts, and its bytes as a web stream that reads only on demand, always releases its connection,
 * and fails when the store stops sending or sends less than announced. Must not write anything.
 */
import { now } from "#lib/core/clock.ts";
import { fileMissing, storeUnavailable } from "../errors.ts";
import { parseKey } from "../keys.ts";
import type { ByteRange, FileFacts } from "../storage.ts";
import type { Connection } from "./connection.ts";
import { isAbsent, isBeyondEnd } from "./failure.ts";
import { iteratePages } from "./listing.ts";
import type { Readable } from "node:stream";

type OpenObject = { size: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> };

export function openObjects(connection: Connection) {
  const { bucket, call } = connection;
  const nameOf = (key: string): string => connection.nameOf(parseKey(key).join("/"));

  async function findObject(key: string): Promise<FileFacts | null> {
    const ask = { Bucket: bucket, Key: nameOf(key) };
    try {
      const head = await call((store) => store.headObject(ask), { keep: isAbsent });
      return { size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? now() };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  /** For a folder, only the first thousand files are examined, since its files are written together. */
  async function findFacts(key: string): Promise<FileFacts | null> {
    const object = await findObject(key);
    if (object !== null) return object;
    for await (const { Contents = [] } of iteratePages(connection, key)) {
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

  /** @throws StorageError FILE_MISSING, STORE_UNAVAILABLE; the signal's reason */
  async function openRead(key: string, range?: ByteRange, signal?: AbortSignal): Promise<OpenObject> {
    if (range !== undefined && range.end <= range.start) return nothingOf(key);
    const ask = {
      Bucket: bucket,
      Key: nameOf(key),
      ...(range === undefined ? {} : { Range: `bytes=${String(range.start)}-${String(range.end - 1)}` }),
    };
    try {
      const { Body, ContentLength } = await call((store, options) => store.getObject(ask, options), {
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

/** The longest silence of the store, counted only while somebody waits for bytes. */
const SILENCE_MS = 30_000;

/** A stream of exactly `size` bytes from an answer's body. */
function streamObject(body: Readable, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  let received = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const silence = setTimeout(() => {
          body.destroy(storeUnavailable(new Error("The S3 store fell silent in the middle of a file.")));
        }, SILENCE_MS);
        try {
          const next = await chunks.next();
          if (next.done === true) {
            if (received !== size)
              throw new Error(`a file of ${String(size)} bytes ended at ${String(received)}`);
            controller.close();
            return;
          }
          const { value } = next;
          if (!(value instanceof Uint8Array))
            throw new Error("an answer of the S3 store is not made of bytes");
          received += value.byteLength;
          controller.enqueue(Uint8Array.from(value));
        } catch (error) {
          body.destroy();
          controller.error(error);
        } finally {
          clearTimeout(silence);
        }
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
