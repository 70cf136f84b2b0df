/**
 * Answers of stored files, or made of them while they are sent; a failure on the way breaks them off, so a cut answer is never mistaken for
 * a complete one. They go to Node's own message straight from their buffers (node/listener.ts): the Response holds only the
 * head, since a web stream costs as much as the rest of a small answer.
 */
import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { constants, createGzip, gzip } from "node:zlib";
import { promisify } from "node:util";
import type { Storage } from "#lib/storage/storage.ts";
import {
  KEPT_FILE_BYTES_MAX,
  recallFile,
  iterateStored,
  lengthOf,
  type StoredChunks,
  type StoredPart,
} from "./stored-bytes.ts";

const stored = new WeakMap<Response, StoredChunks>();

/** Sends an answer's body and ends it. @throws what reading the body throws; the answer is not ended then */
export function sendAnswer(response: Response, outgoing: ServerResponse): Promise<void> {
  const chunks = stored.get(response);
  return chunks === undefined ? sendBody(response, outgoing) : sendChunks(chunks, outgoing);
}

/** Releases the source of an answer's body that is not sent. */
export async function discardBody(response: Response): Promise<void> {
  await stored.get(response)?.return(undefined);
  await response.body?.cancel();
}

/**
 * 200 with the parts one after the other, unchanged. The first bytes are read before this returns, so that a missing file gives an error
 * answer instead of a cut one.
 * @throws StorageError FILE_MISSING, STORE_UNAVAILABLE
 */
export async function answerPlain(
  parts: readonly StoredPart[],
  storage: Storage,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const size = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  return answerMade(iterateStored(parts, storage), { ...headers, "Content-Length": String(size) });
}

/** Fast rather than small: an answer must not wait for its compression. */
const ON_THE_WAY = { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 };

/**
 * The same compressed with gzip (RFC 1952). A small answer is compressed once and kept in memory under `name`; a large answer is compressed
 * while it is sent.
 * @throws StorageError FILE_MISSING, STORE_UNAVAILABLE
 */
export async function answerGzip(
  parts: readonly StoredPart[],
  storage: Storage,
  headers: Readonly<Record<string, string>>,
  name: string,
): Promise<Response> {
  const coded = { ...headers, "Content-Encoding": "gzip" };
  const size = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  if (size <= KEPT_FILE_BYTES_MAX) {
    const bytes = await recallFile(`${name}.gz`, size, () => gzipWhole(parts, storage));
    return answerPlain([bytes], storage, coded);
  }
  return answerMade(compress(iterateStored(parts, storage)), coded);
}

async function gzipWhole(parts: readonly StoredPart[], storage: Storage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of iterateStored(parts, storage)) pieces.push(chunk.slice());
  return new Uint8Array(await promisify(gzip)(Buffer.concat(pieces)));
}

/**
 * 200 with chunks, each made only when it is needed. The first is made before this returns, so that an immediate failure still becomes an
 * error answer.
 * @throws whatever comes before the first chunk
 */
export async function answerMade(
  chunks: StoredChunks,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const response = new Response(null, { status: 200, headers });
  stored.set(response, await primed(chunks));
  return response;
}

/** Chunks whose first chunk is made already; ending them releases their source, even if nothing was read. */
async function primed(source: StoredChunks): Promise<StoredChunks> {
  let first: IteratorResult<Uint8Array<ArrayBuffer>, void> | null = await source.next();
  const next = source.next.bind(source);
  source.next = async () => {
    const result = first ?? (await next());
    first = null;
    return result;
  };
  return source;
}

async function* compress(chunks: StoredChunks): StoredChunks {
  const coder = createGzip(ON_THE_WAY);
  // If one end closes, so does the other; failures come out of the coder.
  pipeline(Readable.from(copied(chunks)), coder, () => undefined);
  for await (const piece of coder) yield piece as Uint8Array<ArrayBuffer>;
}

/** Copies the chunks, because the coder holds its input for longer than a chunk is valid. */
async function* copied(chunks: StoredChunks): StoredChunks {
  for await (const chunk of chunks) yield chunk.slice();
}

/** Sends the body and ends the answer. @throws what reading the body throws; the answer is not ended then */
async function sendBody({ body }: Response, outgoing: ServerResponse): Promise<void> {
  if (body !== null) {
    const reader = body.getReader();
    const stop = (): void => void reader.cancel().catch(() => undefined);
    outgoing.once("close", stop);
    for (;;) {
      const { done, value } = await reader.read();
      if (done || outgoing.destroyed) break;
      if (!outgoing.write(value)) await untilDrained(outgoing);
    }
    outgoing.removeListener("close", stop);
  }
  outgoing.end();
}

/**
 * Sends chunks, each valid until the second-next chunk is requested, and ends the answer. Their source is released, also when the caller
 * leaves. @throws what the chunks throw; the answer is not ended then
 */
async function sendChunks(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  outgoing: ServerResponse,
): Promise<void> {
  let before: Promise<void> | null = null;
  for await (const chunk of chunks) {
    if (outgoing.destroyed) break;
    const written = write(chunk, outgoing);
    await before;
    before = written;
  }
  outgoing.end();
}

/** Resolves when the chunk is sent or the caller is gone. */
function write(chunk: Uint8Array, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.removeListener("close", done);
      resolve();
    };
    outgoing.once("close", done);
    outgoing.write(chunk, done);
  });
}

/** Resolves when more may be written or the caller is gone. */
function untilDrained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.removeListener("drain", done);
      outgoing.removeListener("close", done);
      resolve();
    };
    outgoing.once("drain", done);
    outgoing.once("close", done);
  });
}
