/** How many source files lie loose in a folder: more than a reader takes in at a glance want a room of their own. */
import path from "node:path";

/** The folders that hold more than `most` TypeScript files beside their subfolders, with how many. */
export function findCrowded(files: Iterable<string>, most: number): Record<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (!/\.tsx?$/.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].filter(([, count]) => count > most));
}
