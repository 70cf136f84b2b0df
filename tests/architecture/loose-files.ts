/** How many source files are loose in a folder: more than a reader can survey at a glance need a subfolder. */
import path from "node:path";

/** The folders with more than `most` TypeScript files beside their subfolders, with the number. */
export function findCrowded(files: Iterable<string>, most: number): Record<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (!/\.tsx?$/.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].filter(([, count]) => count > most));
}
