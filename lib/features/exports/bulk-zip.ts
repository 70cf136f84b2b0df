/**
 * A ZIP archive as a stream: entry by entry, compressed as the bytes come, sizes behind each entry (PKWARE APPNOTE 6.3.10, 4.3.9). The list of
 * entries comes last, so an archive that was cut is none to any reader. It knows nothing of what the entries mean.
 */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

export type ZipEntry = {
  /** With "/" between folders; each must be there once. */
  name: string;
  /** Bytes of the content, which decide about the form of the headers. */
  bytes: number;
  content: AsyncIterable<Uint8Array>;
};

type Written = { name: Buffer; at: number; crc: number; packed: number; plain: number };

const U32 = 0xffffffff;
const U16 = 0xffff;
/** Contents that may not fit 4 bytes once packed: compression can add a little. */
const LARGE_BYTES = 0xf0000000;
/** UTF-8 names; checksum and sizes follow the content. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION_DEFLATE = 20;
const VERSION_ZIP64 = 45;
/** 1 January 1980: the same contents make the same archive. */
const DOS_DATE = 0x21;
/** A low level: half the time for a tenth more bytes in tables. */
const LEVEL = 3;

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
  const directory = Buffer.concat(written.map(centralHeader));
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

function centralHeader({ name, at, crc, packed, plain }: Written): Buffer {
  const isLarge = plain >= LARGE_BYTES || packed >= LARGE_BYTES || at >= U32;
  const header = Buffer.alloc(46 + name.length + (isLarge ? 28 : 0));
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION_ZIP64, 4);
  header.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION_DEFLATE, 6);
  writeCommon(header, 8);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(isLarge ? U32 : packed, 20);
  header.writeUInt32LE(isLarge ? U32 : plain, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(isLarge ? 28 : 0, 30);
  header.writeUInt32LE(isLarge ? U32 : at, 42);
  name.copy(header, 46);
  if (isLarge) {
    const extra = 46 + name.length;
    header.writeUInt32LE(0x00180001, extra);
    header.writeBigUInt64LE(BigInt(plain), extra + 4);
    header.writeBigUInt64LE(BigInt(packed), extra + 12);
    header.writeBigUInt64LE(BigInt(at), extra + 20);
  }
  return header;
}

function endOfArchive(count: number, start: number, bytes: number): Buffer {
  const isLarge = count >= U16 || start >= U32 || bytes >= U32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isLarge ? U16 : count, 8);
  end.writeUInt16LE(isLarge ? U16 : count, 10);
  end.writeUInt32LE(isLarge ? U32 : bytes, 12);
  end.writeUInt32LE(isLarge ? U32 : start, 16);
  if (!isLarge) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(VERSION_ZIP64, 12);
  large.writeUInt16LE(VERSION_ZIP64, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(bytes), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}
