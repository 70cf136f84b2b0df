/*
 * A ZIP archive as a stream, entry by entry, each compressed as its bytes arrive (yazl; ZIP64 where necessary). The list of entries comes
 * last, so every reader rejects an archive that was cut off; dates are fixed, so the same contents make the same archive. This file does
 * not know what the entries mean.
 */
import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export type ZipEntry = {
  /** Path with "/" between folders; unique in the archive. */
  readonly name: string;
  /** Size of the content in bytes, where known. */
  readonly bytes?: number | undefined;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** From this size on, the packed size may not fit 4 bytes: compression can add a little. */
const LARGE_BYTES = 0xf0000000;

const FORM = {
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
  /** A low level: for tables it takes half the time and a tenth more bytes. */
  compressionLevel: 3,
};

/** The bytes of an archive. @throws what the entries or their contents throw */
export async function* iterateZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const out = zip.outputStream.pipe(new PassThrough());
  const stop = new AbortController();
  const adding = addAll(zip, entries, stop.signal).catch((thrown: unknown) => {
    out.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
  });
  try {
    for await (const piece of out as AsyncIterable<Buffer>) yield piece;
  } finally {
    stop.abort();
    await adding;
  }
}

/** Adds one entry after the other; each waits until the content of the previous entry was taken. */
async function addAll(zip: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, bytes = 0, content } of entries) {
    const source = Readable.from(content, { objectMode: false, signal });
    zip.addReadStream(source, name, { ...FORM, forceZip64Format: bytes >= LARGE_BYTES });
    await finished(source);
  }
  zip.end();
}
