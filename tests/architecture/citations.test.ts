/**
 * The repository contains the service's contract that the code cites: each citation names an existing heading, and each link of the
 * contract leads to a page and a heading.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findCitations, findHeadings, findLost } from "./citations.ts";
import { listFiles, readSources, readText, ROOT } from "./source-files.ts";

const CONTRACT = "docs/service";

async function readContract(): Promise<Map<string, string>> {
  const pages = await readdir(CONTRACT);
  return new Map(
    await Promise.all(pages.map(async (page) => [page, await readText(`${CONTRACT}/${page}`)] as const)),
  );
}

/** The anchor that Markdown gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");

describe("citations of the contract", () => {
  it("are found in comments, also over the end of a line and several in a row", () => {
    const source = `/**
 * Elements: docs/service "Simple elements", "Full
 * elements" and "Raw elements"; others (docs/service "Scopes").
 */`;
    expect(findCitations(source)).toEqual(["Simple elements", "Full elements", "Raw elements", "Scopes"]);
    expect(findCitations("see docs/decisions/0012")).toEqual([]);
    expect(findHeadings("# A\n\ntext # no heading\n\n### B c\n")).toEqual(["A", "B c"]);
  });

  it("that lead nowhere are named with their file", () => {
    const sources = [
      { path: "lib/a.ts", text: '// docs/service "Scopes" and "Scope"' },
      { path: "lib/b.ts", text: '// docs/service "Scopes"' },
    ];
    expect(findLost(sources, new Set(["Scopes"]))).toEqual(['lib/a.ts: "Scope"']);
  });

  it("lead to a heading of docs/service", async () => {
    const headings = new Set([...(await readContract()).values()].flatMap(findHeadings));
    const sources = await readSources(/^(?!tests\/architecture\/citations\.)/);
    expect(sources.flatMap(({ text }) => findCitations(text)).length).toBeGreaterThan(150);
    expect(findLost(sources, headings)).toEqual([]);
  });

  it("of any document lead to a file", async () => {
    const files = (await listFiles()).filter((file) => /\.(ts|tsx|mjs|cjs|js|prisma)$/.test(file));
    const lost: string[] = [];
    for (const file of files) {
      for (const [cited] of (await readText(file)).matchAll(/\bdocs\/[\w./-]+\.md\b/g))
        if (!existsSync(join(ROOT, cited))) lost.push(`${file}: ${cited}`);
    }
    expect(lost).toEqual([]);
  });

  it("and links between its pages lead to a page and a heading", async () => {
    const pages = await readContract();
    const lost: string[] = [];
    for (const [page, text] of pages) {
      for (const [, target = page, anchor] of text.matchAll(/\]\(([\w.-]+\.md)?(?:#([\w-]+))?\)/g)) {
        const anchors = findHeadings(pages.get(target) ?? "").map(anchorOf);
        if (!pages.has(target) || (anchor !== undefined && !anchors.includes(anchor)))
          lost.push(`${page}: ${target}#${anchor ?? ""}`);
      }
    }
    expect(lost).toEqual([]);
  });

  it("and links of every document lead to a file", async () => {
    const documents = (await listFiles()).filter(
      (file) => file.endsWith(".md") && !file.startsWith("tests/"),
    );
    expect(documents.length).toBeGreaterThan(60);
    const lost: string[] = [];
    for (const document of documents) {
      for (const [, target = ""] of (await readText(document)).matchAll(
        /\]\((?!https?:|mailto:|#)([^)#\s]+)/g,
      )) {
        if (!existsSync(join(ROOT, dirname(document), target))) lost.push(`${document}: ${target}`);
      }
    }
    expect(lost).toEqual([]);
  });
});
