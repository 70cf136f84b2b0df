/** The tables of faults and of onboarding are true: every promised fault has its line, and every test that a line names exists. */
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

type Line = { what: string; seen: string; proofs: { file: string; titles: string[] }[] };

/** For the tables before the figures: the first cell, those in between, and the tests in the last one. */
async function readTable(path: string): Promise<Line[]> {
  const [text = ""] = (await readText(path)).split("\n## Figures");
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (-+|\w+ +\|.*Proven by)/.test(line));
  return rows.map((line) => {
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    // A path in backticks, and the titles in quotes that follow it.
    const proofs = [...(cells.at(-1) ?? "").matchAll(/`([\w/-]+)`([^`]*)/g)].map(
      ([, file = "", words = ""]) => ({
        file: `tests/${file}.test.ts`,
        titles: [...words.matchAll(/"([^"…]+)…?"/g)].map(([, title = ""]) => title),
      }),
    );
    return { what: cells[0] ?? "", seen: cells.slice(1, -1).join(), proofs };
  });
}

async function expectProofs(proofs: Line["proofs"]): Promise<void> {
  expect(proofs).not.toEqual([]);
  for (const { file, titles } of proofs) {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    const source = (await readText(file)).toLowerCase();
    for (const title of titles) expect(source.includes(title.toLowerCase()), `${file}: ${title}`).toBe(true);
  }
}

const faults = await readTable("docs/faults.md");
const onboarding = await readTable("docs/onboarding.md");

describe("docs/faults.md", () => {
  it("has a line for every fault that is promised", () => {
    const named = faults.map(({ what }) => what.split(" ")[0]);
    expect(named.filter((name) => name?.startsWith("F"))).toEqual(PROMISED);
  });

  it.each(faults)("$what: says what is seen, and by which tests", async ({ seen, proofs }) => {
    expect(seen).not.toBe("");
    await expectProofs(proofs);
  });
});

describe("docs/onboarding.md", () => {
  it.each(onboarding)("$what: is there", ({ proofs }) => expectProofs(proofs));
});
