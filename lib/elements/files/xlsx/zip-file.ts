/*
 * Writes a ZIP archive into a file, entry by entry, each compressed as its bytes come (PKWARE APPNOTE 6.3.10). Sizes are filled in at the
 * front of an entry once they are known, so that every reader finds plain headers; beyond 4 GiB they are those of ZIP64. It knows
 * nothing of what the entries mean.
 */
import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import {
  centralHeader,
  DEFLATED,
  DOS_DATE,
  endOfArchive,
  LEVEL,
  U32,
  VERSION_DEFLATE,
  VERSION_ZIP64,
  ZIP64_ID,
} from "../zip-directory.ts";

const FIXED_HEADER_BYTES = 30;
/** Room in each entry's header for sizes of 8 bytes. Until they are needed it is filled as Open Packaging files fill theirs. */
const EXTRA_BYTES = 20;
const GROWTH_HINT_ID = 0xa220;
const GROWTH_HINT_SIGNATURE = 0xa028;
/** UTF-8 names. */
const FLAGS = 0x0800;

type Entry = { name: Buffer; at: number; crc: number; packed: number; plain: number };

export class ZipFile {
  readonly #file: FileHandle;
  readonly #entries: Entry[] = [];
  #at = 0;

  /** @param file a new file, open for writing; the caller syncs and closes it */
  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Bytes in the file so far. */
  get bytes(): number {
    return this.#at;
  }

  /** Writes one entry from pieces of its content. @throws what the pieces throw; the system's errors of the disk */
  async add(name: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), at: this.#at, crc: 0, packed: 0, plain: 0 };
    await this.#append(localHeader(entry));
    const deflate = createDeflateRaw({ level: LEVEL });
    const packing = this.#pack(deflate, entry);
    // A failure of the disk is met below, where the packing is waited for.
    packing.catch(() => deflate.destroy());
    try {
      for await (const piece of pieces) {
        entry.crc = crc32(piece, entry.crc);
        entry.plain += piece.length;
        if (!deflate.write(piece)) await Promise.race([once(deflate, "drain"), packing]);
      }
      deflate.end();
      await packing;
    } finally {
      deflate.destroy();
    }
    await this.#writeAt(localHeader(entry), entry.at);
    this.#entries.push(entry);
  }

  /** Writes the list of entries, without which the file is no archive. */
  async finish(): Promise<void> {
    const start = this.#at;
    for (const entry of this.#entries) await this.#append(centralHeader(entry, FLAGS));
    const count = this.#entries.length;
    await this.#append(endOfArchive(count, start, this.#at - start));
  }

  async #pack(deflate: AsyncIterable<Buffer>, entry: Entry): Promise<void> {
    for await (const piece of deflate) {
      entry.packed += piece.length;
      await this.#append(piece);
    }
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#writeAt(bytes, this.#at);
    this.#at += bytes.length;
  }

  async #writeAt(bytes: Uint8Array, at: number): Promise<void> {
    for (let done = 0; done < bytes.length;)
      done += (await this.#file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
}

function localHeader(entry: Entry): Buffer {
  const isLarge = entry.packed >= U32 || entry.plain >= U32;
  const header = Buffer.alloc(FIXED_HEADER_BYTES + entry.name.length + EXTRA_BYTES);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION_DEFLATE, 4);
  writeCommon(header, 6, entry, isLarge);
  header.writeUInt16LE(entry.name.length, 26);
  header.writeUInt16LE(EXTRA_BYTES, 28);
  entry.name.copy(header, FIXED_HEADER_BYTES);
  const extra = FIXED_HEADER_BYTES + entry.name.length;
  header.writeUInt16LE(isLarge ? ZIP64_ID : GROWTH_HINT_ID, extra);
  header.writeUInt16LE(EXTRA_BYTES - 4, extra + 2);
  if (isLarge) {
    header.writeBigUInt64LE(BigInt(entry.plain), extra + 4);
    header.writeBigUInt64LE(BigInt(entry.packed), extra + 12);
  } else {
    header.writeUInt16LE(GROWTH_HINT_SIGNATURE, extra + 4);
    header.writeUInt16LE(EXTRA_BYTES - 8, extra + 6);
  }
  return header;
}

/** Flags, method, date, checksum and sizes, which stand in this order in both headers. */
function writeCommon(header: Buffer, at: number, entry: Entry, isLarge: boolean): void {
  header.writeUInt16LE(FLAGS, at);
  header.writeUInt16LE(DEFLATED, at + 2);
  header.writeUInt16LE(0, at + 4);
  header.writeUInt16LE(DOS_DATE, at + 6);
  header.writeUInt32LE(entry.crc, at + 8);
  header.writeUInt32LE(isLarge ? U32 : entry.packed, at + 12);
  header.writeUInt32LE(isLarge ? U32 : entry.plain, at + 16);
}
