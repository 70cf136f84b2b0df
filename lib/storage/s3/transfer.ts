/**
 * Transfers whole files and folders between this machine and the bucket, a few at once, so that a folder of many small answers is fast and
 * memory stays bounded.
 */
import { mkdir, open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { translateWriteError } from "../errors.ts";

const FILES_AT_ONCE = 6;

/** Runs `work` for every item, a few at a time; after the first failure only the running ones are completed. */
export async function eachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (failures.length > 0) break;
    const one: Promise<void> = work(item)
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= FILES_AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

/** Every file below a local folder, with its path within the folder. */
export async function* iterateLocalFiles(
  folder: string,
  inner = "",
): AsyncGenerator<{ file: string; inner: string; size: number }> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    const name = inner === "" ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) yield* iterateLocalFiles(file, name);
    else yield { file, inner: name, size: (await stat(file)).size };
  }
}

/** Writes a stream to a new file; its length must be as announced. @throws StorageError STORAGE_FULL; the signal's reason */
export async function writeLocalFile(
  target: string,
  source: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await using file = await open(target, "wx", 0o600);
  try {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      await file.writeFile(chunk);
    }
  } catch (error) {
    throw translateWriteError(error);
  }
}
