/*
 * The list of entries at the end of a ZIP archive, and what its writers have in common (PKWARE APPNOTE 6.3.10, 4.3.12 to 4.3.16); beyond
 * 4 GiB or 65,535 entries in the form of ZIP64. It must not know where an archive goes or what is in it.
 */

/** What is known of an entry once it is written: name in UTF-8, where its header begins, CRC-32, bytes packed and unpacked. */
export type ZipEntryFacts = {
  readonly name: Buffer;
  readonly at: number;
  readonly crc: number;
  readonly packed: number;
  readonly plain: number;
};

export const U32 = 0xffffffff;
const U16 = 0xffff;
export const DEFLATED = 8;
export const ZIP64_ID = 0x0001;
export const VERSION_DEFLATE = 20;
export const VERSION_ZIP64 = 45;
/** 1 January 1980: the same contents make the same archive. */
export const DOS_DATE = 0x21;
/** A low level: half the time for a tenth more bytes in tables. */
export const LEVEL = 3;

/**
 * An entry's line in the list.
 * @param flags those of the entry's own header
 * @param largeFrom size from which on the entry's own header has sizes of 8 bytes
 */
export function centralHeader(entry: ZipEntryFacts, flags: number, largeFrom: number = U32): Buffer {
  const { name, at, crc, packed, plain } = entry;
  const isLarge = plain >= largeFrom || packed >= largeFrom || at >= U32;
  const header = Buffer.alloc(46 + name.length + (isLarge ? 28 : 0));
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION_ZIP64, 4);
  header.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION_DEFLATE, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DOS_DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(isLarge ? U32 : packed, 20);
  header.writeUInt32LE(isLarge ? U32 : plain, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(isLarge ? 28 : 0, 30);
  header.writeUInt32LE(isLarge ? U32 : at, 42);
  name.copy(header, 46);
  if (isLarge) {
    const extra = 46 + name.length;
    header.writeUInt16LE(ZIP64_ID, extra);
    header.writeUInt16LE(24, extra + 2);
    header.writeBigUInt64LE(BigInt(plain), extra + 4);
    header.writeBigUInt64LE(BigInt(packed), extra + 12);
    header.writeBigUInt64LE(BigInt(at), extra + 20);
  }
  return header;
}

/** What ends an archive. @param start where the list begins; @param bytes how long it is */
export function endOfArchive(count: number, start: number, bytes: number): Buffer {
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
