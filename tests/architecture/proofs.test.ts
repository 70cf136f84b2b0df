/**
 * The tables that name a test for each line of the interface and of the assurances (docs/contract.md, docs/assurance.md) name tests that
 * are there: every file, and every title in quotes beside one.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { readText } from "./source-files.ts";

const OPERATIONS = "tests/contract/operations";
/** Titles that stand in every operation's file. */
const SHARED = "tests/support/operations";

const NAME = /`((?:contract|operations|integration|unit|e2e)\/[\w./-]+)`/g;

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
  if (/each operation|eleven operations|the others/.test(cell))
    texts.push(await readAll(SHARED), await readAll(OPERATIONS));
  return texts.join("\n");
}

describe("proofs", () => {
  it.each(["docs/contract.md", "docs/assurance.md"])("%s names files that are there", async (document) => {
    const names = [...(await readText(document)).matchAll(NAME)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => fileOf(name) === undefined)).toEqual([]);
  });

  it("docs/contract.md names titles that are there", async () => {
    const missing: string[] = [];
    for (const line of (await readText("docs/contract.md")).split("\n")) {
      const [, what = "", cell = ""] = /^\| (.*?) +\| (.*?) +\|$/.exec(line) ?? [];
      const proof = await readProof(cell);
      for (const [, title = ""] of cell.matchAll(/"([^"]+)"/g)) {
        if (!proof.includes(title)) missing.push(`${what}: "${title}"`);
      }
    }
    expect(missing).toEqual([]);
  });

  it("docs/contract.md names the file of every operation", async () => {
    const text = await readText("docs/contract.md");
    const files = (await readdir(OPERATIONS)).map((name) => name.replace(/\.test\.ts$/, ""));
    expect(files.filter((name) => !text.includes(`\`operations/${name}\``))).toEqual([]);
  });
});
