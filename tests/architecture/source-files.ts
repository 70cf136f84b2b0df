/** The files of this repository as a reader sees them: without installed, built or generated ones. */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

const SKIPPED = new Set(["node_modules", ".git", ".next", ".data", ".cache", "generated", "test-results"]);

/** Paths relative to the repository, of all files below `folder`. */
export async function listFiles(folder = ""): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true });
  const nested = entries
    .filter((entry) => !SKIPPED.has(entry.name))
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : Promise.resolve([path]);
    });
  return (await Promise.all(nested)).flat().toSorted();
}

/** Source files of the product and its tests. */
export async function listSources(): Promise<string[]> {
  return (await listFiles()).filter(
    (path) => /\.(ts|tsx|mjs|cjs|js)$/.test(path) && !path.startsWith("tests/fixtures/"),
  );
}

export const readText = (path: string): Promise<string> => readFile(join(ROOT, path), "utf8");

export type Source = { path: string; text: string };

/** The source files whose path matches. */
export async function readSources(pattern: RegExp): Promise<Source[]> {
  const paths = (await listSources()).filter((path) => pattern.test(path));
  return Promise.all(paths.map(async (path) => ({ path, text: await readText(path) })));
}

/** All files of the database's schema together. */
export async function readSchema(): Promise<string> {
  const paths = (await listFiles("prisma/schema")).filter((path) => path.endsWith(".prisma"));
  return (await Promise.all(paths.map(readText))).join("\n");
}
