/** No folder of lib has too many loose files to find one's way. */
import { dirname } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { listSources } from "./source-files.ts";

/** More than a reader can survey at a glance need a subfolder. */
const LOOSE_FILES_MAX = 15;

/** The folders with more than `most` TypeScript files beside their subfolders, with the number. */
function findCrowded(files: readonly string[], most: number): Record<string, number> {
  const folders = Map.groupBy(
    files.filter((file) => /\.tsx?$/.test(file)),
    dirname,
  );
  const counts = [...folders].map(([folder, own]) => [folder, own.length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > most));
}

describe("loose files", () => {
  it("are counted by folder, without those of its subfolders and what is no TypeScript", () => {
    const inA = ["lib/a/1.ts", "lib/a/2.tsx", "lib/a/3.wat", "lib/a/b/4.ts"];
    const files = [...inA, "lib/c/5.ts", "lib/c/6.ts", "lib/c/7.ts"];
    expect(findCrowded(files, 2)).toEqual({ "lib/c": 3 });
    expect(findCrowded(files, 1)).toEqual({ "lib/a": 2, "lib/c": 3 });
  });

  it(`are at most ${LOOSE_FILES_MAX} in every folder of lib`, async () => {
    const files = (await listSources()).filter((file) => file.startsWith("lib/"));
    expect(files.length).toBeGreaterThan(100);
    expect(findCrowded(files, LOOSE_FILES_MAX), "move files of one subject into a folder").toEqual({});
  });
});
