/**
 * Copies of stored folders on this machine, for readers that need random access. A folder under a key never changes, so a copy may serve
 * everybody until its room is needed. Copies are work folders: those of a dead process are swept like its other leftovers.
 */
import type { LocalPath } from "../storage.ts";

/** The most bytes of unused copies that are kept. */
const KEPT_BYTES_MAX = 2 * 1024 ** 3;

type Copy = { folder: Promise<{ path: string; bytes: number }>; users: number; bytes: number };

/** @param remove deletes a copy from the disk */
export function keepLocalCopies(remove: (localPath: string) => Promise<void>, keptBytesMax = KEPT_BYTES_MAX) {
  // In the order of their last use: a Map keeps the order in which keys were set.
  const copies = new Map<string, Copy>();

  async function drop(copy: Copy): Promise<void> {
    const folder = await copy.folder.catch(() => null);
    if (folder !== null) await remove(folder.path);
  }

  async function evict(): Promise<void> {
    let bytes = 0;
    for (const copy of copies.values()) bytes += copy.bytes;
    for (const [key, copy] of copies) {
      if (bytes <= keptBytesMax) return;
      if (copy.users > 0) continue;
      copies.delete(key);
      bytes -= copy.bytes;
      await drop(copy);
    }
  }

  async function giveBack(key: string, copy: Copy): Promise<void> {
    copy.users -= 1;
    if (copy.users > 0) return;
    if (copies.get(key) === copy) await evict();
    else await drop(copy);
  }

  return {
    /** The copy of a folder, made by `fetch` if missing; several borrowers wait for one copy. */
    borrow: async (key: string, fetch: () => Copy["folder"]): Promise<LocalPath> => {
      const copy = copies.get(key) ?? { folder: fetch(), users: 0, bytes: 0 };
      copy.users += 1;
      copies.delete(key);
      copies.set(key, copy);
      try {
        const { path, bytes } = await copy.folder;
        copy.bytes = bytes;
        // A folder that does not exist yet may exist at the next request.
        if (bytes === 0 && copies.get(key) === copy) copies.delete(key);
        let isLent = true;
        return {
          path,
          [Symbol.asyncDispose]: async () => {
            if (!isLent) return;
            isLent = false;
            await giveBack(key, copy);
          },
        };
      } catch (error) {
        if (copies.get(key) === copy) copies.delete(key);
        throw error;
      }
    },
    /** Drops copies below a key; copies in use are dropped when they are released. */
    forget: async (key: string): Promise<void> => {
      for (const [known, copy] of copies) {
        if (known !== key && !known.startsWith(`${key}/`)) continue;
        copies.delete(known);
        if (copy.users === 0) await drop(copy);
      }
    },
  };
}
