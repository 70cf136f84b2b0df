/*
 * The folder of index files: a cache of this machine, bounded by size. Everything in it can be made again from snapshots, so losing a file
 * only costs time.
 */
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

const SUFFIX = ".duckdb";
/** Unfinished files older than this belong to a process that died. */
const LEFTOVER_MS = 6 * 3_600_000;

export class IndexFolder {
  readonly folder: string;
  readonly #bytesMax: number;

  constructor(folder: string, bytesMax: number) {
    this.folder = folder;
    this.#bytesMax = bytesMax;
  }

  path(key: string): string {
    return join(this.folder, key + SUFFIX);
  }

  /** Marks a file as used now; a missing file is not an error. */
  async touch(key: string, at: Date): Promise<void> {
    await utimes(this.path(key), at, at).catch(() => undefined);
  }

  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  /**
   * Removes the least recently used files until the rest fits, and what dead processes left.
   * @param isOpen whether a key is in use; its file stays
   */
  async evict(isOpen: (key: string) => boolean, at: Date): Promise<void> {
    const files: { key: string; size: number; usedAt: number }[] = [];
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const facts = await stat(path).catch(() => null);
      if (facts === null || !facts.isFile()) continue;
      if (name.endsWith(SUFFIX))
        files.push({ key: name.slice(0, -SUFFIX.length), size: facts.size, usedAt: facts.mtimeMs });
      else if (at.getTime() - facts.mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
    }
    let excess = files.reduce((sum, { size }) => sum + size, 0) - this.#bytesMax;
    for (const { key, size } of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (excess <= 0) break;
      if (isOpen(key)) continue;
      await this.remove(key);
      excess -= size;
    }
  }
}
