/**
 * The file of a backup: a gzipped tar that any tar can list (unless encrypted), ending with a digest over all entries, so that a cut or
 * changed file is recognised. Written and read as a stream; only what a caller asks to hold is held whole in memory.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { once } from "node:events";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { StartTrouble } from "../trouble.mjs";
import { decryptStream, encryptStream, findEncryption, type AskKeys, type BackupLock } from "./encryption.ts";

const BLOCK_BYTES = 512;
const NAME_BYTES_MAX = 100;
const PREFIX_BYTES_MAX = 155;
/** Models are text and compress well even so; a higher level would only take CPU from the portal. */
const GZIP_LEVEL = 1;
/** The last entry: SHA-256 over name, size and content of all others. */
const END = "end";
const DIGEST_BYTES = 64;
const GZIP_START = Buffer.from([0x1f, 0x8b]);

export type ArchiveWriter = Awaited<ReturnType<typeof writeArchive>>;

/**
 * Begins a file that appears under its name only when complete; readable by its owner only.
 * @param lock whom it is encrypted for; null: not encrypted
 */
export async function writeArchive(file: string, lock: BackupLock | null) {
  const draft = `${file}.part`;
  const gzip = createGzip({ level: GZIP_LEVEL });
  const packed: Readable = lock === null ? gzip : await encryptStream(gzip, lock);
  const target = createWriteStream(draft, { mode: 0o600, flush: true });
  const done = finished(target);
  // The caller learns of a failure when writing or ending; until then it must not be an unhandled rejection.
  done.catch(() => undefined);
  packed.pipe(target);
  packed.on("error", (error) => target.destroy(error));
  target.on("error", (error) => gzip.destroy(error));
  const digest = createHash("sha256");
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (target.errored !== null) throw target.errored;
    if (!gzip.write(bytes)) await Promise.race([once(gzip, "drain"), done]);
  };
  const addEntry = async (name: string, size: number, source: AsyncIterable<Uint8Array>): Promise<void> => {
    await write(headerOf(name, size));
    let left = size;
    for await (const piece of source) {
      left -= piece.length;
      if (left < 0) break;
      digest.update(piece);
      await write(piece);
    }
    if (left !== 0) throw new Error(`${name} does not have the stated length.`);
    await write(Buffer.alloc(paddingOf(size)));
  };
  const add = (name: string, size: number, source: AsyncIterable<Uint8Array>): Promise<void> => {
    digest.update(`${name}\0${String(size)}\0`);
    return addEntry(name, size, source);
  };
  return {
    /** @throws Error when the source has not exactly `size` bytes */
    add,
    addText: (name: string, text: string): Promise<void> => {
      const bytes = Buffer.from(text);
      return add(name, bytes.length, Readable.from([bytes]));
    },
    /** Completes the file, durably and under its name. Returns its size in bytes. */
    end: async (): Promise<number> => {
      await addEntry(END, DIGEST_BYTES, Readable.from([Buffer.from(digest.copy().digest("hex"))]));
      await write(Buffer.alloc(2 * BLOCK_BYTES));
      gzip.end();
      await done;
      await rename(draft, file);
      return target.bytesWritten;
    },
    /** Removes the unfinished file. No effect after `end`. */
    discard: async (): Promise<void> => {
      gzip.destroy();
      target.destroy();
      await done.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

export type ArchiveEntry = {
  name: string;
  size: number;
  /** Read it before requesting the next entry; an unread rest is skipped. */
  content: () => AsyncGenerator<Uint8Array>;
};

/**
 * The entries in order. If it ends without an error, all entries were unchanged.
 * @param askKeys is asked for the keys of an encrypted file
 * @throws StartTrouble when the file is no backup, was cut or changed, or cannot be opened
 */
export async function* readArchive(file: string, askKeys: AskKeys): AsyncGenerator<ArchiveEntry> {
  await using bytes = await openBytes(file, askKeys);
  const digest = createHash("sha256");
  for (;;) {
    const header = await bytes.take(BLOCK_BYTES);
    const { name, size } = parseHeader(header, file);
    if (name === END) {
      const stated = (await bytes.take(size)).toString("latin1");
      if (size !== DIGEST_BYTES || stated !== digest.digest("hex"))
        throw damaged(file, "its digest does not fit");
      return;
    }
    digest.update(`${name}\0${String(size)}\0`);
    let left = size;
    const takeNext = async (): Promise<Uint8Array> => {
      const piece = await bytes.takeSome(left);
      left -= piece.length;
      digest.update(piece);
      return piece;
    };
    const content = async function* (): AsyncGenerator<Uint8Array> {
      while (left > 0) yield await takeNext();
    };
    yield { name, size, content };
    while (left > 0) await takeNext();
    await bytes.take(paddingOf(size));
  }
}

/** The text of an entry that is known to be small. */
export function readText(entry: ArchiveEntry): Promise<string> {
  return text(entry.content());
}

/** True for a file that begins like a backup, encrypted or not. */
export async function isArchive(file: string): Promise<boolean> {
  if ((await findEncryption(file)) !== "plain") return true;
  await using handle = await open(file);
  const start = Buffer.alloc(GZIP_START.length);
  await handle.read(start, 0, start.length, 0);
  return start.equals(GZIP_START);
}

async function openBytes(file: string, askKeys: AskKeys) {
  const encryption = await findEncryption(file);
  const keys = encryption === "plain" ? null : await askKeys(encryption === "passphrase");
  const source = createReadStream(file);
  const packed: Readable = keys === null ? source : await decryptStream(file, source, keys);
  const gunzip = createGunzip();
  packed.on("error", (error) => gunzip.destroy(error));
  const pieces = packed.pipe(gunzip)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  const takeSome = async (countMax: number): Promise<Buffer> => {
    if (rest.length === 0) {
      const next = await pieces.next().catch((error: unknown) => {
        throw damaged(file, error instanceof Error ? error.message : String(error));
      });
      if (next.done === true) throw damaged(file, "it was cut off");
      rest = next.value;
    }
    const piece = rest.subarray(0, countMax);
    rest = rest.subarray(piece.length);
    return piece;
  };
  return {
    takeSome,
    take: async (count: number): Promise<Buffer> => {
      const taken: Buffer[] = [];
      for (let left = count; left > 0;) {
        const piece = await takeSome(left);
        left -= piece.length;
        taken.push(piece);
      }
      return Buffer.concat(taken);
    },
    [Symbol.asyncDispose]: (): Promise<void> => {
      for (const stream of [gunzip, packed, source]) stream.destroy();
      return Promise.resolve();
    },
  };
}

/** POSIX ustar, with the size in base 256 (as in GNU tar) where eight octal digits are not enough for gigabytes. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  const [prefix, rest] = splitName(name);
  header.write(rest, 0);
  header.write(prefix, 345);
  // Mode, owner and group.
  header.write("0000600\x000000000\x000000000\x00", 100, "latin1");
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(
    `${Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, "0")}\0`,
    136,
    "latin1",
  );
  header.write("        0", 148, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  header.write(`${sumOf(header).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

function parseHeader(header: Buffer, file: string): { name: string; size: number } {
  const stated = Number.parseInt(header.toString("latin1", 148, 154), 8);
  const blanked = Buffer.from(header).fill(" ", 148, 156);
  if (header.toString("latin1", 257, 262) !== "ustar" || stated !== sumOf(blanked)) {
    throw damaged(file, "it is not a backup of Portico, or was changed");
  }
  const textAt = (from: number, length: number): string =>
    header.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  const name = [textAt(345, PREFIX_BYTES_MAX), textAt(0, NAME_BYTES_MAX)].filter(Boolean).join("/");
  const isLarge = header[124] === 0x80;
  const size = isLarge
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(header.toString("latin1", 124, 135), 8);
  return { name, size };
}

/** Splits long names at a slash, as the format requires. Portico makes all names itself: plain letters, and never too long for this. */
function splitName(name: string): [prefix: string, rest: string] {
  if (name.length <= NAME_BYTES_MAX) return ["", name];
  const at = name.indexOf("/", name.length - NAME_BYTES_MAX - 1);
  if (at < 0 || at > PREFIX_BYTES_MAX) throw new Error(`The name ${name} is too long for a backup.`);
  return [name.slice(0, at), name.slice(at + 1)];
}

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);
const paddingOf = (size: number): number => (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;

function damaged(file: string, why: string): StartTrouble {
  return new StartTrouble(
    `The backup ${file} cannot be used: ${why}. Nothing was changed. Use another copy of it.`,
  );
}
