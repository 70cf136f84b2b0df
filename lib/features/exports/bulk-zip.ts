/**
 * A ZIP archive as a stream: entry by entry, compressed as the bytes come, sizes behind each entry (PKWARE APPNOTE 6.3.10, 4.3.9). The list of
 * entries comes last, so an archive that was cut is none to any reader. It knows nothing of what the entries mean.
 */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import {
  centralHeader,
  DEFLATED,
  DOS_DATE,
  endOfArchive,
  LEVEL,
  VERSION_DEFLATE,
  VERSION_ZIP64,
} from "#lib/elements/files/zip-directory.ts";

export type ZipEntry = {
  /** With "/" between folders; each must be there once. */
  name: string;
  /** Bytes of the content, which decide about the form of the headers. */
  bytes: number;
  content: AsyncIterable<Uint8Array>;
};

type Written = { name: Buffer; at: number; crc: number; packed: number; plain: number };

/** Contents that may not fit 4 bytes once packed: compression can add a little. */
const LARGE_BYTES = 0xf0000000;
/** UTF-8 names; checksum and sizes follow the content. */
const FLAGS = 0x0808;

/** The bytes of an archive. @throws what the entries' contents throw; RangeError when one is longer than it said */
export async function* iterateZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, bytes, content } of entries) {
    const entry: Written = { name: Buffer.from(name), at, crc: 0, packed: 0, plain: 0 };
    const isLarge = bytes >= LARGE_BYTES;
    const header = localHeader(entry, isLarge);
    yield header;
    for await (const piece of pack(content, entry)) {
      entry.packed += piece.length;
      yield piece;
    }
    if (entry.plain > bytes) throw new RangeError("an entry of an archive is longer than it said");
    const sizes = descriptor(entry, isLarge);
    yield sizes;
    at += header.length + entry.packed + sizes.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map((entry) => centralHeader(entry, FLAGS, LARGE_BYTES)));
  yield directory;
  yield endOfArchive(written.length, at, directory.length);
}

/** The content, compressed; counts it on the way. */
async function* pack(content: AsyncIterable<Uint8Array>, entry: Written): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level: LEVEL });
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      entry.crc = crc32(piece, entry.crc);
      entry.plain += piece.length;
      yield piece;
    }
  };
  const feeding = pipeline(Readable.from(counted(), { objectMode: false }), deflate);
  // A failure of the content ends the deflating too, and is met there.
  feeding.catch(() => undefined);
  for await (const piece of deflate as AsyncIterable<Uint8Array>) yield piece;
}

function localHeader({ name }: Written, isLarge: boolean): Buffer {
  const header = Buffer.alloc(30 + name.length + (isLarge ? 20 : 0));
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION_DEFLATE, 4);
  writeCommon(header, 6);
  if (isLarge) header.fill(0xff, 18, 26);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(isLarge ? 20 : 0, 28);
  name.copy(header, 30);
  // Sizes of 8 bytes, not known yet: their presence says how wide those behind the content are.
  if (isLarge) header.writeUInt32LE(0x00100001, 30 + name.length);
  return header;
}

/** Flags, method and date, which stand in this order in both headers. */
function writeCommon(header: Buffer, at: number): void {
  header.writeUInt16LE(FLAGS, at);
  header.writeUInt16LE(DEFLATED, at + 2);
  header.writeUInt16LE(DOS_DATE, at + 6);
}

function descriptor({ crc, packed, plain }: Written, isLarge: boolean): Buffer {
  const bytes = Buffer.alloc(isLarge ? 24 : 16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  if (isLarge) {
    bytes.writeBigUInt64LE(BigInt(packed), 8);
    bytes.writeBigUInt64LE(BigInt(plain), 16);
  } else {
    bytes.writeUInt32LE(packed, 8);
    bytes.writeUInt32LE(plain, 12);
  }
  return bytes;
}
