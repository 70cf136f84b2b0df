/**
 * Folders of this machine in which something is made before it is stored, whatever the store is. They lie in one place under
 * names that tell whose they are, so that what a killed process left is found and removed.
 */
import { access, mkdir, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { storageFull, translateWriteError } from "./errors.ts";
import { forgetTemporaryName, newTemporaryName, sweepTemporaryFolder } from "./temporary.ts";

const TEMPORARY_FOLDER = ".tmp";
/** Kept free beyond what is written, so that the database on the same disk can go on. */
export const RESERVE_BYTES = 64 * 1024 * 1024;

export type WorkFolders = {
  /** A free path for a file or folder that is being made; nothing is there yet. */
  newPath: () => Promise<string>;
  /** A new empty folder, closed to other accounts. @throws StorageError STORAGE_FULL */
  make: () => Promise<string>;
  /** Removes a path of newPath or make; removing what is not there is no error. */
  remove: (localPath: string) => Promise<void>;
  /** Says that a path of newPath was moved elsewhere and is no leftover of ours. */
  forget: (localPath: string) => void;
  /** @throws StorageError STORAGE_FULL when the disk has no room for so many bytes. */
  assertRoom: (bytes: number) => Promise<void>;
  /** Removes what dead processes left; returns how many entries. */
  sweep: () => Promise<number>;
};

/** Work folders below `root`, which is made when it is not there (mode 0700, since models are confidential). */
export function openWorkFolders(root: string, reserveBytes: number): WorkFolders {
  const temporaryRoot = path.join(root, TEMPORARY_FOLDER);
  const ensureRoot = (): Promise<unknown> => mkdir(temporaryRoot, { recursive: true, mode: 0o700 });

  async function newPath(): Promise<string> {
    await ensureRoot();
    return path.join(temporaryRoot, newTemporaryName());
  }

  return {
    newPath,
    make: async () => {
      const folder = await newPath();
      try {
        await mkdir(folder, { mode: 0o700 });
      } catch (error) {
        throw translateWriteError(error);
      }
      return folder;
    },
    remove: async (localPath) => {
      await rm(localPath, { recursive: true, force: true });
      forgetTemporaryName(path.basename(localPath));
    },
    forget: (localPath) => {
      forgetTemporaryName(path.basename(localPath));
    },
    assertRoom: async (bytes) => {
      await ensureRoot();
      const disk = await statfs(root);
      if (disk.bavail * disk.bsize < bytes + reserveBytes) throw storageFull();
    },
    sweep: async () => {
      await ensureRoot();
      await access(temporaryRoot);
      return sweepTemporaryFolder(temporaryRoot);
    },
  };
}
