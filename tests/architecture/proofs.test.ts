/**
 * The tables that name a test for each line of the contract, of the assurances and of the standard (docs/service/proofs.md,
 * docs/assurance.md, docs/asvs.md) name existing tests: every file, and every title in quotes beside one.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { readText } from "./source-files.ts";

const OPERATIONS = "tests/contract/operations";
/** Titles that occur in every operation's file. */
const SHARED = "tests/support/operations";

const NAME = /`((?:architecture|contract|operations|integration|unit|e2e)\/[\w./-]+)`/g;

function fileOf(name: string): string | undefined {
  const path = name.startsWith("operations/") ? `tests/contract/${name}` : `tests/${name}`;
  return [`${path}.test.ts`, `${path}.test.tsx`, path].find((file) => existsSync(file));
}

async function readAll(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts"));
  return (await Promise.all(names.map((name) => readText(`${folder}/${name}`)))).join("\n");
}

async function readProof(cell: string): Promise<string> {
  const files = [...cell.matchAll(NAME)].map(([, name = ""]) => fileOf(name) ?? "");
  const texts = await Promise.all(
    files.filter((file) => file.endsWith(".ts") || file.endsWith(".tsx")).map(readText),
  );
  if (/each operation|the others/.test(cell)) texts.push(await readAll(SHARED), await readAll(OPERATIONS));
  return texts.join("\n");
}

/** A row of the summary of docs/asvs.md: level 1, level 2, both. */
function summaryRow(verdict: string, one = 0, two = 0): RegExp {
  return new RegExp(`^\\| ${verdict} +\\| ${one} +\\| ${two} +\\| ${one + two} +\\|$`, "m");
}

function numbersIn(cell = ""): string[] {
  return cell.match(/\d+\.\d+\.\d+/g) ?? [];
}

describe("proofs", () => {
  it.each(["docs/service/proofs.md", "docs/assurance.md", "docs/asvs.md"])(
    "%s names files that are there",
    async (document) => {
      const names = [...(await readText(document)).matchAll(NAME)].map(([, name = ""]) => name);
      expect(names.length).toBeGreaterThan(20);
      expect(names.filter((name) => fileOf(name) === undefined)).toEqual([]);
    },
  );

  it.each(["docs/service/proofs.md", "docs/asvs.md"])("%s names titles that are there", async (document) => {
    const missing: string[] = [];
    for (const line of (await readText(document)).split("\n")) {
      const [, what = "", cell = ""] = /^\| (.*?) +\| (.*?) +\|$/.exec(line) ?? [];
      const proof = await readProof(cell);
      for (const [, title = ""] of cell.matchAll(/"([^"]+)"/g)) {
        if (!proof.includes(title)) missing.push(`${what}: "${title}"`);
      }
    }
    expect(missing).toEqual([]);
  });

  it("docs/asvs.md has all 253 requirements, and as many of each verdict as its summary says", async () => {
    const text = await readText("docs/asvs.md");
    const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([12]) +\| .*? \| (met|in part|not met) +\| /gm)];
    for (const verdict of ["met", "in part", "not met"]) {
      const [one, two] = ["1", "2"].map(
        (level) => rows.filter(([, , at, what]) => at === level && what === verdict).length,
      );
      expect(text).toMatch(summaryRow(verdict, one, two));
    }
    const left = text.slice(text.indexOf("## What does not apply")).matchAll(/^\|([\d., ]+)\|([\d., ]+)\|/gm);
    const [one, two] = [...left].reduce<[string[], string[]]>(
      ([ones, twos], [, first, second]) => [ones.concat(numbersIn(first)), twos.concat(numbersIn(second))],
      [[], []],
    );
    expect(text).toMatch(summaryRow("not applicable", one.length, two.length));
    expect(new Set([...rows.map(([, number]) => number), ...one, ...two]).size).toBe(253);
    const open = rows.filter(([, , , verdict]) => verdict === "not met").map(([, number]) => number);
    const [head = ""] = text.split("\n## V1 ");
    expect([...head.matchAll(/^\| (\d+\.\d+\.\d+) +\| /gm)].map(([, number]) => number)).toEqual(open);
  });

  it("docs/service/proofs.md names the file of every operation", async () => {
    const text = await readText("docs/service/proofs.md");
    const files = (await readdir(OPERATIONS)).map((name) => name.replace(/\.test\.ts$/, ""));
    const missing = files.filter((name) => !text.includes(`\`operations/${name}\``));
    expect(missing, "name each as `operations/…` in docs/service/proofs.md").toEqual([]);
  });
});
