/**
 * The file store in a folder of this machine. Files are written under a temporary name on the same disk, synced, and
 * renamed; folders likewise. Nothing outside its root is ever touched, because every path is made from a checked key.
 */
import { createHash } from "node:crypto";
import { access, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import {
  fileMissing,
  fileTooLarge,
  errorCode,
  storageFull,
  transferCancelled,
  translateWriteError,
} from "./errors.ts";
import { parseKey } from "./keys.ts";
import { openFileStream } from "./read-stream.ts";
import type { FileFacts, StagedFile, StageOptions, Storage } from "./storage.ts";
import { syncFolder, syncTree } from "./sync.ts";
import { forgetTemporaryName, newTemporaryName, sweepTemporaryFolder } from "./temporary.ts";

const TEMPORARY_FOLDER = ".tmp";
/** Kept free beyond what is written, so that the database on the same disk can go on. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** A file store in `root` (made when it is not there; mode 0700, since models are confidential). */
export function createLocalStorage(root: string, { reserveBytes = RESERVE_BYTES } = {}): Storage {
  const temporaryRoot = path.join(root, TEMPORARY_FOLDER);
  const pathOf = (key: string): string => path.join(root, ...parseKey(key));

  async function makeTemporaryPath(): Promise<string> {
    await mkdir(temporaryRoot, { recursive: true, mode: 0o700 });
    return path.join(temporaryRoot, newTemporaryName());
  }

  async function dropTemporary(temporary: string): Promise<void> {
    await rm(temporary, { recursive: true, force: true });
    forgetTemporaryName(path.basename(temporary));
  }

  async function moveInto(temporary: string, key: string): Promise<void> {
    const target = pathOf(key);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(temporary, target);
    forgetTemporaryName(path.basename(temporary));
    await syncFolder(path.dirname(target));
  }

  async function stage(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedFile> {
    const temporary = await makeTemporaryPath();
    try {
      const stored = await writeFile(temporary, source, options);
      return {
        ...stored,
        commit: (key) => moveInto(temporary, key),
        discard: () => dropTemporary(temporary),
      };
    } catch (error) {
      await dropTemporary(temporary);
      throw translateWriteError(error);
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

  return {
    stage,
    putStream: async (key, source, options) => {
      const staged = await stage(source, options);
      try {
        await staged.commit(key);
      } catch (error) {
        await staged.discard();
        throw translateWriteError(error);
      }
      return { size: staged.size, sha256: staged.sha256 };
    },
    openRead: async (key, range) => {
      try {
        return await openFileStream(pathOf(key), range);
      } catch (error) {
        throw isAbsent(error) ? fileMissing(key) : error;
      }
    },
    findFacts,
    exists: async (key) => (await findFacts(key)) !== null,
    delete: async (key) => {
      await rm(pathOf(key), { force: true });
    },
    deletePrefix: async (key) => {
      const temporary = await makeTemporaryPath();
      try {
        await rename(pathOf(key), temporary);
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
      await dropTemporary(temporary);
    },
    iterateFiles,
    listChildren: async (prefix) => (await readFolder(pathOf(prefix))).map((entry) => entry.name),
    makeWorkFolder: async () => {
      const folder = await makeTemporaryPath();
      try {
        await mkdir(folder, { mode: 0o700 });
      } catch (error) {
        throw translateWriteError(error);
      }
      return folder;
    },
    removeWorkFolder: dropTemporary,
    publishFolder: async (localDir, key) => {
      try {
        await syncTree(localDir);
        await moveInto(localDir, key);
      } catch (error) {
        throw translateWriteError(error);
      }
    },
    localPath: pathOf,
    assertRoom: async (bytes) => {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const disk = await statfs(root);
      if (disk.bavail * disk.bsize < bytes + reserveBytes) throw storageFull();
    },
    sweepTemporary: async () => {
      await mkdir(temporaryRoot, { recursive: true, mode: 0o700 });
      await access(temporaryRoot);
      return sweepTemporaryFolder(temporaryRoot);
    },
  };
}

async function writeFile(
  target: string,
  source: AsyncIterable<Uint8Array>,
  { sizeMax, signal }: StageOptions,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  const file = await open(target, "wx", 0o600);
  try {
    let size = 0;
    for await (const chunk of source) {
      if (signal?.aborted === true) throw transferCancelled(signal.reason);
      size += chunk.byteLength;
      if (size > sizeMax) throw fileTooLarge(sizeMax);
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    if (signal?.aborted === true) throw transferCancelled(signal.reason);
    await file.sync();
    return { size, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
}

/** A write may take only a part (a disk that is nearly full does); the rest is offered again until it is taken or refused. */
async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done);
    done += bytesWritten;
  }
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
