/*
 * A ZIP archive as a stream, entry by entry, each compressed as its bytes come (yazl; ZIP64 where it must be). The list of entries comes last,
 * so an archive that was cut is none to any reader; dates are fixed, so the same contents make the same archive. It knows nothing of what the
 * entries mean.
 */
import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export type ZipEntry = {
  /** With "/" between folders; each must be there once. */
  readonly name: string;
  /** Bytes of the content, where they are known. */
  readonly bytes?: number | undefined;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Contents that may not fit 4 bytes once packed: compression can add a little. */
const LARGE_BYTES = 0xf0000000;

const FORM = {
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
  /** A low level: half the time for a tenth more bytes in tables. */
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

/** Adds one entry after the other, the next once the content of the last one was taken. */
async function addAll(zip: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, bytes = 0, content } of entries) {
    const source = Readable.from(content, { objectMode: false, signal });
    zip.addReadStream(source, name, { ...FORM, forceZip64Format: bytes >= LARGE_BYTES });
    await finished(source);
  }
  zip.end();
}
