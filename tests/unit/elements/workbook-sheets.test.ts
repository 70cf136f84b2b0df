/**
 * What a workbook has in addition to its cells: a filter on the headings, a fixed head row, fitting widths, and a sheet that describes the
 * file.
 */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { ExportOptions } from "#lib/elements/files/options.ts";
import { makeExportTable } from "#lib/elements/files/table.ts";
import { ReadBackMismatch, type AboutLine } from "#lib/elements/files/written.ts";
import { openWorkbook } from "#lib/elements/files/xlsx/workbook-reader.ts";
import { useGerman } from "#tests/support/in-german.ts";
import { unpack } from "#tests/support/unpack.ts";
import { useExportFolder, type MadeFile } from "./export-desk.ts";

const { sourceOf, fileOfTable } = useExportFolder();

const ABOUT: readonly AboutLine[] = [
  { label: "Model", text: "Tower.ifc (model 12)" },
  { label: "Condition", text: "=FireRating has no value\n<EI30>" },
  { label: "Left out", text: "x".repeat(70_000) },
];

async function workbookOf(
  answer: object,
  about: readonly AboutLine[],
  changes: Partial<ExportOptions> = {},
): Promise<MadeFile> {
  const source = await sourceOf(answer);
  return fileOfTable(makeExportTable([source], null), "xlsx", changes, null, about);
}

const DOORS = {
  a: { attributes: { Name: "A door with a name that is longer than its heading" }, Pset: { Width: 0.9 } },
  b: { attributes: { Name: "x".repeat(500) }, Pset: { Width: 1 } },
};

async function sheetOf(made: MadeFile): Promise<string> {
  const parts = await unpack(await readFile(made.path));
  return parts.get("xl/worksheets/sheet1.xml")?.toString() ?? "";
}

it("filters over the lowest row of headings and all rows, which stay in sight when one scrolls", async () => {
  const oneRow = await sheetOf(await workbookOf(DOORS, []));
  expect(oneRow).toContain('<autoFilter ref="A1:C3"/>');
  expect(oneRow).toContain('ySplit="1"');
  const twoRows = await sheetOf(await workbookOf(DOORS, [], { headings: "twoRows" }));
  expect(twoRows).toContain('<autoFilter ref="A2:C4"/>');
  expect(twoRows).toContain('ySplit="2"');
  expect(await sheetOf(await workbookOf({}, []))).toContain('<autoFilter ref="A1:A1"/>');
});

it("columns begin as wide as what stands in them, within bounds", async () => {
  const widths = [...(await sheetOf(await workbookOf(DOORS, []))).matchAll(/<col [^>]*width="(\d+)"/g)];
  const [id = 0, name = 0, width = 0] = widths.map(([, digits]) => Number(digits));
  expect(name).toBe(60);
  expect(id).toBeGreaterThanOrEqual("GlobalId".length);
  expect(width).toBeGreaterThan("Pset.Width".length);
  expect(width).toBeLessThan(name);
});

describe("in both languages", () => {
  useGerman();

  it("says on its last sheet what the file is of, whole, as texts; in the file's language", async () => {
    const long = { a: { attributes: { Name: "y".repeat(40_000) } } };
    for (const [language, sheets] of [
      ["en", ["Elements", "Long texts", "About this file"]],
      ["de", ["Elemente", "Lange Texte", "Über diese Datei"]],
    ] as const) {
      const { path } = await workbookOf(long, ABOUT, { language });
      const book = await openWorkbook(path);
      expect(book.sheets).toEqual(sheets);
      const rows = await Array.fromAsync(book.iterate(sheets[2]));
      const texts = rows.map(({ cells }) => [cells.get(0)?.text, cells.get(1)?.text]);
      expect(texts.slice(0, 2)).toEqual(ABOUT.slice(0, 2).map(({ label, text }) => [label, text]));
      expect(texts.slice(2).map(([label]) => label)).toEqual(["Left out", "", ""]);
      const pieces = texts.slice(2).map(([, text]) => text);
      expect(pieces.join("")).toBe(ABOUT[2]?.text);
      book.close();
    }
  });
});

it("is refused when it says something else of itself, or nothing", async () => {
  const said = await workbookOf(DOORS, ABOUT);
  const otherwise = await workbookOf(DOORS, [{ label: "Model", text: "Another.ifc (model 13)" }]);
  const nothing = await workbookOf(DOORS, []);
  for (const [made, other] of [
    [said, otherwise],
    [said, nothing],
    [nothing, said],
  ] as const)
    await expect(made.check(other.path)).rejects.toThrow(ReadBackMismatch);
});
