/**
 * The file of a backup: a gzipped tar that any tar can list (unless encrypted), ending with a digest over all entries, so that a cut or
 * changed file is recognised. Written and read as a stream; only what a caller asks to hold is held whole in memory.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { StartTrouble } from "../trouble.mjs";
import { decryptStream, encryptStream, findEncryption, type AskKeys, type BackupLock } from "./encryption.ts";

/** Models are text and compress well even so; a higher level would only take CPU from the portal. */
const GZIP_LEVEL = 1;
/** The last entry: SHA-256 over name, size and content of all others. */
const END = "end";
const GZIP_START = Buffer.from([0x1f, 0x8b]);

export type ArchiveWriter = Awaited<ReturnType<typeof writeArchive>>;

/**
 * Begins a file that appears under its name only when complete; readable by its owner only.
 * @param lock whom it is encrypted for; null: not encrypted
 */
export async function writeArchive(file: string, lock: BackupLock | null) {
  const draft = `${file}.part`;
  const tar = pack();
  const gzip = createGzip({ level: GZIP_LEVEL });
  const packed: Readable = lock === null ? gzip : await encryptStream(gzip, lock);
  const target = createWriteStream(draft, { mode: 0o600, flush: true });
  const done = Promise.all([pipeline(tar, gzip), pipeline(packed, target)]);
  // The caller learns of a failure when writing or ending; until then it must not be an unhandled rejection.
  done.catch(() => undefined);
  const digest = createHash("sha256");
  const addEntry = async (name: string, size: number, source: AsyncIterable<Uint8Array>): Promise<void> => {
    try {
      await pipeline(source, tar.entry({ name, size, mode: 0o600 }));
    } catch (error) {
      throw target.errored ?? error;
    }
  };
  const add = (name: string, size: number, source: AsyncIterable<Uint8Array>): Promise<void> => {
    digest.update(`${name}\0${String(size)}\0`);
    const digested = async function* (): AsyncGenerator<Uint8Array> {
      let left = size;
      for await (const piece of source) {
        left -= piece.length;
        digest.update(piece);
        yield piece;
      }
      if (left !== 0) throw new Error(`${name} does not have the stated length.`);
    };
    return addEntry(name, size, digested());
  };
  return {
    /** @throws Error when the source has not exactly `size` bytes */
    add,
    addText: (name: string, content: string): Promise<void> => {
      const bytes = Buffer.from(content);
      return add(name, bytes.length, Readable.from([bytes]));
    },
    /** Completes the file, durably and under its name. Returns its size in bytes. */
    end: async (): Promise<number> => {
      const sum = Buffer.from(digest.copy().digest("hex"));
      await addEntry(END, sum.length, Readable.from([sum]));
      tar.finalize();
      await done;
      await rename(draft, file);
      return target.bytesWritten;
    },
    /** Removes the unfinished file. No effect after `end`. */
    discard: async (): Promise<void> => {
      tar.destroy();
      target.destroy();
      await done.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

export type ArchiveEntry = {
  name: string;
  size: number;
  /** Read it before requesting the next entry, completely or not at all. */
  content: AsyncGenerator<Uint8Array>;
};

/**
 * The entries in order. If it ends without an error, all entries were unchanged.
 * @param askKeys is asked for the keys of an encrypted file
 * @throws StartTrouble when the file is no backup, was cut or changed, or cannot be opened
 */
export async function* readArchive(file: string, askKeys: AskKeys): AsyncGenerator<ArchiveEntry> {
  const packed = await openPacked(file, askKeys);
  const tar = extract();
  const done = pipeline(packed, createGunzip(), tar);
  // Whoever reads the entries learns of a failure there.
  done.catch(() => undefined);
  const digest = createHash("sha256");
  for await (const entry of orDamaged(file, tar)) {
    const { name, size } = entry.header;
    if (name === END) {
      if ((await text(orDamaged(file, entry))) === digest.digest("hex")) return;
      throw damaged(file, "its digest does not fit");
    }
    digest.update(`${name}\0${String(size)}\0`);
    const content = (async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of orDamaged(file, entry as AsyncIterable<Uint8Array>)) {
        digest.update(piece);
        yield piece;
      }
    })();
    yield { name, size, content };
    for await (const unread of content) void unread;
  }
  throw damaged(file, "it was cut off");
}

/** The text of an entry that is known to be small. */
export function readText(entry: ArchiveEntry): Promise<string> {
  return text(entry.content);
}

/** True for a file that begins like a backup, encrypted or not. */
export async function isArchive(file: string): Promise<boolean> {
  if ((await findEncryption(file)) !== "plain") return true;
  await using handle = await open(file);
  const start = Buffer.alloc(GZIP_START.length);
  await handle.read(start, 0, start.length, 0);
  return start.equals(GZIP_START);
}

async function openPacked(file: string, askKeys: AskKeys): Promise<Readable> {
  const encryption = await findEncryption(file);
  const keys = encryption === "plain" ? null : await askKeys(encryption === "passphrase");
  const source = createReadStream(file);
  return keys === null ? source : decryptStream(file, source, keys);
}

async function* orDamaged<T>(file: string, source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message : String(error));
  }
}

function damaged(file: string, why: string): StartTrouble {
  return new StartTrouble(
    `The backup ${file} cannot be used: ${why}. Nothing was changed. Use another copy of it.`,
  );
}
