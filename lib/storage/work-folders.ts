/**
 * Local folders in which files are made before they are stored, for any store. They are in one place under names that tell whose they are,
 * so that what a killed process left is found and removed.
 */
import { access, mkdir, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { storageFull, translateWriteError } from "./errors.ts";
import { forgetTemporaryName, newTemporaryName, sweepTemporaryFolder } from "./temporary.ts";

const TEMPORARY_FOLDER = ".tmp";
/** Free space to keep, so that the database on the same disk can continue. */
export const RESERVE_BYTES = 64 * 1024 * 1024;

export type WorkFolders = {
  /** An unused path for a file or folder being made; nothing exists there yet. */
  newPath: () => Promise<string>;
  /** A new empty folder, not accessible to other accounts. @throws StorageError STORAGE_FULL */
  make: () => Promise<string>;
  /** Removes a path of newPath or make; a missing one is not an error. */
  remove: (localPath: string) => Promise<void>;
  /** Notes that a path of newPath was moved elsewhere and is not a leftover. */
  forget: (localPath: string) => void;
  /** @throws StorageError STORAGE_FULL when the disk has no room for `bytes` bytes. */
  assertRoom: (bytes: number) => Promise<void>;
  /** Removes what dead processes left; returns how many entries. */
  sweep: () => Promise<number>;
};

/** Work folders below `root`, which is created when missing (mode 0700, since models are confidential). */
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
