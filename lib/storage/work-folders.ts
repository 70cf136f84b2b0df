/**
 * Local folders in which files are made before they are stored, for any store. They are in one place under names that tell whose they are
 * (host, process, random), so that what a killed process left is found and removed: only leftovers of a dead process of this machine, or a
 * day old, because another live process may share the folder.
 */
import { access, mkdir, rm, statfs, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { storageFull, translateWriteError } from "./errors.ts";
import type { LocalPath } from "./storage.ts";
import { randomUUID, createHash } from "node:crypto";
import { hostname } from "node:os";
import { now } from "#lib/core/clock.ts";
import { isOtherProcessAlive } from "#lib/core/process/alive.ts";

const TEMPORARY_FOLDER = ".tmp";
/** Free space to keep, so that the database on the same disk can continue. */
export const RESERVE_BYTES = 64 * 1024 * 1024;

/** Work folders below `root`, which is created when missing (mode 0700, since models are confidential). */
export function openWorkFolders(root: string, reserveBytes: number) {
  const temporaryRoot = path.join(root, TEMPORARY_FOLDER);
  const ensureRoot = (): Promise<unknown> => mkdir(temporaryRoot, { recursive: true, mode: 0o700 });

  /** An unused path for a file or folder being made; nothing exists there yet. */
  async function newPath(): Promise<string> {
    await ensureRoot();
    const name = `${HOST}-${String(process.pid)}-${randomUUID()}`;
    mine.add(name);
    return path.join(temporaryRoot, name);
  }

  /** Removes a path of newPath; a missing one is not an error. */
  async function remove(localPath: string): Promise<void> {
    await rm(localPath, { recursive: true, force: true });
    mine.delete(path.basename(localPath));
  }

  return {
    newPath,
    /** A new empty folder, not accessible to other accounts. @throws StorageError STORAGE_FULL */
    make: async (): Promise<LocalPath> => {
      const folder = await newPath();
      try {
        await mkdir(folder, { mode: 0o700 });
      } catch (error) {
        throw translateWriteError(error);
      }
      return { path: folder, [Symbol.asyncDispose]: () => remove(folder) };
    },
    remove,
    /** Notes that a path of newPath was moved elsewhere and is not a leftover. */
    forget: (localPath: string): void => {
      mine.delete(path.basename(localPath));
    },
    /** @throws StorageError STORAGE_FULL when the disk has no room for `bytes` bytes. */
    assertRoom: async (bytes: number): Promise<void> => {
      await ensureRoot();
      const disk = await statfs(root);
      if (disk.bavail * disk.bsize < bytes + reserveBytes) throw storageFull();
    },
    /** Removes what dead processes left; returns how many entries. */
    sweep: async (): Promise<number> => {
      await ensureRoot();
      await access(temporaryRoot);
      let removed = 0;
      for (const name of await readdir(temporaryRoot)) {
        const entry = path.join(temporaryRoot, name);
        if (!(await isAbandoned(entry, name))) continue;
        await rm(entry, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

const AGE_MAX_MS = 24 * 60 * 60 * 1000;
const NAME = /^([0-9a-f]{12})-(\d+)-[0-9a-f-]{36}$/;
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 12);

/** Names made by this process; other names with our process number belong to an earlier process. */
const mine = new Set<string>();

/** Whether nobody is still writing it. */
async function isAbandoned(entry: string, name: string): Promise<boolean> {
  if (mine.has(name)) return false;
  const [, host, pid] = NAME.exec(name) ?? [];
  if (host === HOST && !isOtherProcessAlive(Number(pid))) return true;
  const facts = await stat(entry).catch(() => null);
  return facts !== null && now().getTime() - facts.mtimeMs > AGE_MAX_MS;
}
