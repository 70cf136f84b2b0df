/**
 * Folders for one test run, under the system's temporary folder. The next run cleans up what a killed run left there (including a database
 * server).
 */
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "#lib/core/process/alive.ts";
import { stopPostmaster } from "#lib/db/embedded/postmaster.ts";

const PREFIX = "portico-test-";

/** A new empty folder; call `removeScratchFolder` when done. */
export async function makeScratchFolder(purpose: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${String(process.pid)}-${purpose}-`));
}

/** Such a folder for as long as its block runs: `await using`. */
export async function openScratch(purpose: string): Promise<AsyncDisposable & { path: string }> {
  const path = await makeScratchFolder(purpose);
  return { path, [Symbol.asyncDispose]: () => removeScratchFolder(path) };
}

/** Stops a database server that still runs in the folder, then removes the folder. */
export async function removeScratchFolder(folder: string): Promise<void> {
  await stopPostmaster(join(folder, "postgres"), 5_000);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes folders of this user's test runs whose process is gone; other users' folders are left alone. */
export async function removeAbandonedScratchFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (!name.startsWith(PREFIX) || !(pid > 0) || isProcessAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    const owner = await lstat(folder).catch(() => null);
    if (owner?.uid === process.getuid?.()) await removeScratchFolder(folder);
  }
}
