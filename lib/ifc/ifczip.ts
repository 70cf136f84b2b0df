// Unpacks an .ifczip: a ZIP archive with exactly one .ifc in it. The archive is treated as hostile: sizes are counted while unpacking,
// stated sizes are never trusted; names are only inspected, never used as paths.
import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";

export interface UnpackLimits {
  /** Largest unpacked size, in bytes. */
  unpackedBytesMax: number;
  /** Largest ratio of unpacked to packed size, once more than `ratioFloorBytes` are unpacked. */
  ratioMax: number;
  ratioFloorBytes: number;
  /** Largest number of entries in the archive. */
  entriesMax: number;
}

export const DEFAULT_UNPACK_LIMITS: UnpackLimits = {
  unpackedBytesMax: 2 ** 30,
  ratioMax: 100,
  ratioFloorBytes: 16 << 20,
  entriesMax: 1000,
};

/** What is wrong with an archive, as a sentence for the person who uploaded it. */
export class ArchiveError extends Error {}

/** Whether an entry is a folder, or a file that archivers add automatically. */
function isIgnored(name: string): boolean {
  return name.endsWith("/") || /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);
}

/** Upper half of the external attributes is the Unix mode; 0o120000 marks a symbolic link. */
function isSymbolicLink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

function printableName(name: string): string {
  return name.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 100);
}

function assertUsable(entry: Entry, limits: UnpackLimits): void {
  const name = printableName(entry.fileName);
  if (isSymbolicLink(entry)) throw new ArchiveError(`"${name}" in the archive is a link, not a file.`);
  if (entry.isEncrypted()) {
    throw new ArchiveError(`"${name}" in the archive is encrypted. Pack it again without a password.`);
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw new ArchiveError(
      `"${name}" is packed by a method that is not supported. Pack it as an ordinary ZIP file.`,
    );
  }
  if (entry.uncompressedSize > limits.unpackedBytesMax) {
    throw new ArchiveError(
      `"${name}" would unpack to ${entry.uncompressedSize} bytes; ${limits.unpackedBytesMax} are allowed.`,
    );
  }
}

/** Counts the output and computes its checksum, whatever numbers the archive states. */
function checkOutput(entry: Entry, limits: UnpackLimits, onBytes: (done: number) => void): Transform {
  let done = 0;
  let sum = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, callback) {
      done += chunk.length;
      sum = crc32(chunk, sum);
      if (done > limits.unpackedBytesMax) {
        callback(new ArchiveError(`The archive unpacks to more than ${limits.unpackedBytesMax} bytes.`));
      } else if (done > limits.ratioFloorBytes && done > entry.compressedSize * limits.ratioMax) {
        callback(
          new ArchiveError(
            `The archive unpacks to more than ${limits.ratioMax} times its size: not a model.`,
          ),
        );
      } else {
        onBytes(done);
        callback(null, chunk);
      }
    },
    flush(callback) {
      callback(
        sum === entry.crc32 ? null : new ArchiveError("The archive is damaged: its checksum does not match."),
      );
    },
  });
}

/** Checks every entry and returns the only model. */
async function findModel(archive: ZipFile, limits: UnpackLimits): Promise<Entry> {
  if (archive.entryCount > limits.entriesMax) {
    throw new ArchiveError(`The archive has ${archive.entryCount} entries; an .ifczip holds one .ifc file.`);
  }
  const models: Entry[] = [];
  const others: string[] = [];
  for await (const entry of archive.eachEntry()) {
    if (isIgnored(entry.fileName)) continue;
    if (/\.ifc$/i.test(entry.fileName)) models.push(entry);
    else others.push(entry.fileName);
  }
  const [model] = models;
  if (models.length > 1) {
    throw new ArchiveError(`The archive contains ${models.length} models; upload them one by one.`);
  }
  if (model) return model;
  const found = others.length === 0 ? "nothing" : `"${printableName(others[0] ?? "")}"`;
  const hint = others.some((name) => /\.(ifc)?zip$/i.test(name))
    ? " An archive within an archive is not opened."
    : "";
  const xml = others.some((name) => /\.(ifcxml|xml)$/i.test(name))
    ? " ifcXML cannot be read; export the model as .ifc."
    : "";
  throw new ArchiveError(`The archive contains no .ifc file (found ${found}).${hint}${xml}`);
}

/** Turns errors of yauzl and zlib, which are in terms of the format, into a sentence for people. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ArchiveError || error.name === "AbortError") return error;
  const code = "code" in error ? String(error.code) : "";
  if (code.startsWith("Z_") || code === "ERR_ZLIB_INITIALIZATION_FAILED") {
    return new ArchiveError("The archive is damaged: its content cannot be unpacked.", { cause: error });
  }
  if (code !== "") return error;
  const path = /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s.exec(
    error.message,
  );
  if (path) {
    return new ArchiveError(
      `The archive contains the path "${printableName(path[1] ?? "")}", which leads out of it.`,
      { cause: error },
    );
  }
  if (/encrypt/.test(error.message)) {
    return new ArchiveError("The archive is encrypted. Pack it again without a password.", { cause: error });
  }
  if (/bytes in the stream/.test(error.message)) {
    return new ArchiveError("The archive is damaged: the sizes that it states are not true.", {
      cause: error,
    });
  }
  return new ArchiveError("The archive is damaged, or it was cut off. Pack the model again.", {
    cause: error,
  });
}

/**
 * Unpacks the one .ifc of an archive.
 * @param input.targetPath file to write; its folder must exist
 * @returns the entry's name within the archive, for display only
 * @throws ArchiveError with a sentence for people; AbortError and file system errors unchanged
 */
export async function unpackIfcZip(input: {
  archivePath: string;
  targetPath: string;
  limits?: Partial<UnpackLimits> | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}): Promise<string> {
  const limits = { ...DEFAULT_UNPACK_LIMITS, ...input.limits };
  let archive: ZipFile | null = null;
  try {
    archive = await openPromise(input.archivePath, { autoClose: false });
    const entry = await findModel(archive, limits);
    assertUsable(entry, limits);
    const source = await archive.openReadStreamPromise(entry);
    const checking = checkOutput(entry, limits, (done) => input.onProgress?.(done, entry.uncompressedSize));
    const target = createWriteStream(input.targetPath);
    await pipeline(source, checking, target, input.signal ? { signal: input.signal } : {});
    return printableName(entry.fileName);
  } catch (error) {
    throw translate(error);
  } finally {
    archive?.close();
  }
}
