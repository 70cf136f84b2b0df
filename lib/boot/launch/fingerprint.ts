/**
 * Decides whether derived files must be made again: compares a fingerprint of their sources, stored beside the result. It is written after
 * the work is complete, so that interrupted work counts as not done.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * SHA-256 over paths and contents of `paths` (files or whole folders, relative to `root`; missing ones are included as such) and over
 * `also`.
 */
export async function computeFingerprint(
  root: string,
  paths: readonly string[],
  also: readonly string[] = [],
): Promise<string> {
  const files = (await Promise.all(paths.map((path) => listFiles(root, path)))).flat().toSorted();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash("sha256");
  for (const text of also) hash.update(`${text}\0`);
  files.forEach((file, index) => {
    const content = contents[index] ?? Buffer.alloc(0);
    hash.update(`${file}\0${content.length}\0`).update(content);
  });
  return hash.digest("hex");
}

/** Does `work` unless `file` says that it was done for this fingerprint. Returns whether it was done now. */
export async function doUnlessDone(
  file: string,
  fingerprint: string,
  work: () => Promise<void>,
): Promise<boolean> {
  if ((await readFile(file, "utf8").catch(() => "")) === fingerprint) return false;
  await rm(file, { force: true });
  await work();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, fingerprint);
  return true;
}

async function listFiles(root: string, path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => null);
  if (found === null) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
