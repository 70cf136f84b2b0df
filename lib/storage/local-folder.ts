/**
 * The file store in a folder of this machine. Files are written under a temporary name on the same disk, synced, and
 * renamed; folders likewise. Nothing outside its root is ever touched, because every path is made from a checked key.
 */
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { errorCode, fileMissing, translateWriteError } from "./errors.ts";
import { putStreamBy, takeIn } from "./intake.ts";
import { parseKey } from "./keys.ts";
import { openFileStream } from "./read-stream.ts";
import type { FileFacts, LocalPath, StageOptions, Storage, StoredFile } from "./storage.ts";
import { syncFolder, syncTree } from "./sync.ts";
import { RESERVE_BYTES, openWorkFolders } from "./work-folders.ts";

/** The free space that a health check requires. */
const ROOM_BYTES_MIN = 64 * 1024 * 1024;

/** A file store in `root` (created when missing; mode 0700, since models are confidential). */
export function createLocalStorage(root: string, { reserveBytes = RESERVE_BYTES } = {}): Storage {
  const work = openWorkFolders(root, reserveBytes);
  const pathOf = (key: string): string => path.join(root, ...parseKey(key));

  async function moveInto(temporary: string, key: string): Promise<void> {
    const target = pathOf(key);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(temporary, target);
    work.forget(temporary);
    await syncFolder(path.dirname(target));
  }

  const stage: Storage["stage"] = async (key, source, options) => {
    parseKey(key);
    const temporary = await work.newPath();
    try {
      const stored = await writeFile(temporary, source, options);
      return {
        ...stored,
        commit: () => moveInto(temporary, key),
        discard: () => work.remove(temporary),
      };
    } catch (error) {
      await work.remove(temporary);
      throw translateWriteError(error);
    }
  };

  /** @throws StorageError FILE_MISSING */
  async function openWith<T>(openFile: (file: string) => Promise<T>, key: string): Promise<T> {
    try {
      return await openFile(pathOf(key));
    } catch (error) {
      throw isAbsent(error) ? fileMissing(key) : error;
    }
  }

  async function findFacts(key: string): Promise<FileFacts | null> {
    try {
      const facts = await stat(pathOf(key));
      return { size: facts.size, modifiedAt: facts.mtime };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async function* iterateFiles(prefix: string): AsyncGenerator<{ key: string } & FileFacts> {
    for (const entry of await readFolder(pathOf(prefix))) {
      const key = `${prefix}/${entry.name}`;
      if (entry.isDirectory()) yield* iterateFiles(key);
      else {
        const facts = await findFacts(key);
        if (facts !== null) yield { key, ...facts };
      }
    }
  }

  /** Stored files never change, and an open file stays readable after its removal: no copy is needed. */
  function lend(key: string): LocalPath {
    return { path: pathOf(key), [Symbol.asyncDispose]: () => Promise.resolve() };
  }

  return {
    stage,
    putStream: putStreamBy(stage),
    openRead: (key, range) => openWith((file) => openFileStream(file, range), key),
    openLocal: (key) => openWith((file) => open(file, "r"), key),
    findFacts,
    delete: async (key) => {
      await rm(pathOf(key), { force: true });
    },
    deletePrefix: async (key) => {
      const temporary = await work.newPath();
      try {
        await rename(pathOf(key), temporary);
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
      await work.remove(temporary);
    },
    iterateFiles,
    listChildren: async (prefix) => (await readFolder(pathOf(prefix))).map((entry) => entry.name),
    makeWorkFolder: work.make,
    publishFolder: async (localDir, key) => {
      try {
        await syncTree(localDir);
        await moveInto(localDir, key);
      } catch (error) {
        throw translateWriteError(error);
      }
    },
    borrowFile: async (key) => {
      if ((await findFacts(key)) === null) throw fileMissing(key);
      return lend(key);
    },
    borrowFolder: (key) => Promise.resolve(lend(key)),
    assertRoom: work.assertRoom,
    assertWorkRoom: work.assertRoom,
    check: async () => {
      await work.assertRoom(ROOM_BYTES_MIN);
      return "writable, with room";
    },
    sweepTemporary: work.sweep,
  };
}

async function writeFile(
  target: string,
  source: AsyncIterable<Uint8Array>,
  options: StageOptions,
): Promise<StoredFile> {
  await using file = await open(target, "wx", 0o600);
  const taken = await takeIn(source, options, (chunk) => file.writeFile(chunk));
  await file.sync();
  return taken;
}

async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
