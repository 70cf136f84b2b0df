/** Makes written files survive a power failure: data first, then the folders that name them. Only for finished files. */
import { open, readdir } from "node:fs/promises";
import path from "node:path";

/** Files open at once while a folder is synced: enough to let the disk order its work, few enough for any file limit. */
const FILES_AT_ONCE = 16;

/** Syncs a folder's own entries (names, not contents): names are durable only afterwards (fsync(2)). */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

/** Syncs every file below a folder, and the folders themselves, inner ones first. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await syncTree(path.join(folder, entry.name));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(folder, entry.name));
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    await Promise.all(files.slice(from, from + FILES_AT_ONCE).map(syncFile));
  }
  await syncFolder(folder);
}

async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, "r+");
  await handle.datasync();
}
