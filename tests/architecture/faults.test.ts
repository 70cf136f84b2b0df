/** The table of faults is no wish: every fault that is promised has its line, and every test that a line names is there. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, readText } from "./source-files.ts";

const PROMISED = [...range(1, 15), ...range(18, 21), ...range(23, 26), ...range(32, 36)].map(
  (n) => `F${String(n)}`,
);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

type Line = { fault: string; seen: string; proofs: { file: string; titles: string[] }[] };

async function readTable(): Promise<Line[]> {
  // The figures at its end are another table.
  const [text = ""] = (await readText("docs/faults.md")).split("\n## ");
  const lines = text.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) => {
    const [, fault = "", seen = "", proven = ""] = line.split("|").map((cell) => cell.trim());
    // A path in backticks, and the titles in quotes that follow it.
    const proofs = [...proven.matchAll(/`([\w/-]+)`([^`]*)/g)].map(([, path = "", words = ""]) => ({
      file: `tests/${path}.test.ts`,
      titles: [...words.matchAll(/"([^"…]+)…?"/g)].map(([, title = ""]) => title),
    }));
    return { fault, seen, proofs };
  });
}

const table = await readTable();

describe("docs/faults.md", () => {
  it("has a line for every fault that is promised", () => {
    const named = table.map(({ fault }) => fault.split(" ")[0]);
    expect(named.filter((name) => name?.startsWith("F"))).toEqual(PROMISED);
  });

  it.each(table)("$fault: says what is seen, and by which tests", async ({ seen, proofs }) => {
    expect(seen).not.toBe("");
    expect(proofs).not.toEqual([]);
    for (const { file, titles } of proofs) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      const source = (await readText(file)).toLowerCase();
      for (const title of titles)
        expect(source.includes(title.toLowerCase()), `${file}: ${title}`).toBe(true);
    }
  });
});
