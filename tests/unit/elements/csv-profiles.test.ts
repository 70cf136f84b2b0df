/**
 * The two profiles of CSV (docs/decisions/0059-unaltered-csv.md). A file for programs contains every text unaltered; a file for
 * spreadsheets changes texts that would be formulas. The forecast, the file and its record agree on how many were changed; for real models
 * `export-truth.test.ts` compares them.
 */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CsvProfile, ExportOptions } from "#lib/elements/files/options.ts";
import { makeExportTable, type ExportTable } from "#lib/elements/files/table.ts";
import { forecast } from "#lib/elements/files/forecast.ts";
import { scanTable } from "#lib/elements/files/forecast/scan.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { charsOf } from "#tests/support/mutations.ts";
import { anyCsvOptions, useExportFolder, type MadeFile } from "./export-desk.ts";
import { HARMLESS, HOSTILE, NUMBERS_AND_SIGNS } from "./formula-texts.ts";

const { sourceOf, fileOf, fileOfTable } = useExportFolder();

/** Texts as models have them and as attackers write them; the last ones contain what separates cells, or stands for none. */
const TEXTS = [
  ...[...HOSTILE, ...NUMBERS_AND_SIGNS, ...HARMLESS],
  ...["", '"', "a", "a ", "a|b", "a\tb", "NULL", "n/a", "'-5", "\n@x"],
];
/** An independent check for texts that a spreadsheet takes as numbers but does not run: digits with their marks, or signs alone. */
const NUMBER_OR_SIGNS = /^[-+ ]*(?:[\d.,]*\d[\d.,]*(?:e[-+]?\d+)?[ %]*)?$/i;
/** How no text of a file for spreadsheets may start, ignoring invisible characters. */
const RUNS = /^[\p{Z}\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u;

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  anyUnicode({ maxLength: 8 }).map((string) => string.toWellFormed()),
  fc.string({ maxLength: 6, unit: fc.constantFrom(...charsOf("',;|\"\r\n\t =+-@.0a%")) }),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom(-0.092, -1, 7, 0.5, true, false, null),
  fc.array(text, { maxLength: 2 }),
);
/** Names without characters that headings escape, so that a heading can be predicted without the code that makes it. */
const name = text.filter((text) => text !== "GlobalId" && !/[.\\]|#\d+$/.test(text));
const answer = fc.dictionary(
  text.map((id) => `${id}x`),
  fc.record({
    attributes: fc.dictionary(name, value, { maxKeys: 4 }),
    P: fc.dictionary(name, value, { maxKeys: 4 }),
  }),
  { minKeys: 1, maxKeys: 6 },
);

type Found = { text: string; found: string };

/** Every text of the table, including headings, GlobalIds and classes, next to what csv-parse finds in its place. */
async function textsOf({ path, options, table }: MadeFile): Promise<Found[]> {
  const records: string[][] = parse(await readFile(path), {
    bom: options.byteOrderMark,
    delimiter: options.delimiter,
    record_delimiter: options.lineEnd === "crlf" ? "\r\n" : "\n",
  });
  const lines: (readonly (string | null)[])[] = headingsOf(table, options);
  for (const { id, ifcClass, cells } of await Array.fromAsync(table.iterate())) {
    const fronts = [id, ...(options.longId ? [null] : []), ...(table.hasClass ? [ifcClass] : [])];
    const texts = cells.map((cell) => (typeof cell === "string" ? cell || options.emptyAs : null));
    lines.push([...fronts, ...texts]);
  }
  expect(records.map(({ length }) => length)).toEqual(lines.map(({ length }) => length));
  return lines.flatMap((line, r) =>
    line.flatMap((text, c) => (text === null ? [] : [{ text, found: records[r]?.[c] ?? "nothing" }])),
  );
}

/** The headings that a file must have, derived from the names alone. */
function headingsOf(
  { columns, hasClass }: ExportTable,
  { headings, longId, unitInHeading }: ExportOptions,
): string[][] {
  const fronts = ["GlobalId", ...(longId ? ["GlobalId36"] : []), ...(hasClass ? ["IfcClass"] : [])];
  const named = columns.map(({ set, property, unit }) => ({
    set,
    property: unitInHeading && unit !== null ? `${property} [${unit}]` : property,
  }));
  if (headings === "twoRows") {
    const above = [...fronts.map(() => ""), ...named.map(({ set }) => set)];
    return [above, [...fronts, ...named.map(({ property }) => property)]];
  }
  return [[...fronts, ...named.map(({ set, property }) => (set === "" ? property : `${set}.${property}`))]];
}

/** How many texts CSV for spreadsheets will change, according to a forecast. */
async function foreseen({ table, options }: MadeFile): Promise<number> {
  const facts = await scanTable(table, null);
  const said = forecast(facts, { profile: "spreadsheets", options }).find(({ id }) => id === "formula");
  if (said === undefined) return 0;
  expect(said.tone).toBe("warn");
  return Number(/^[\d\u202F]+/.exec(said.title)?.[0].replaceAll("\u202F", ""));
}

/** The table of one or two classes; some of its columns state a unit. */
async function tableOf(answers: readonly object[]): Promise<ExportTable> {
  const sources = await Promise.all(
    answers.map((answer, i) => sourceOf(answer, i === 0 ? "IfcDoor" : "=IfcWall")),
  );
  const table = makeExportTable(sources, null);
  return {
    ...table,
    columns: table.columns.map((column, i) => (i % 2 === 0 ? column : { ...column, unit: "mm" })),
  };
}

const tables = fc.array(answer, { minLength: 1, maxLength: 2 });

/** The file of some tables with any options, and of the first one's snapshot with plain ones, which other code writes. */
function checkFiles(
  profile: CsvProfile,
  check: (made: MadeFile, texts: readonly Found[]) => Promise<void> | void,
): Promise<void> {
  return fc.assert(
    fc.asyncProperty(tables, anyCsvOptions, async (answers, chosen) => {
      for (const made of [
        await fileOfTable(await tableOf(answers), profile, chosen),
        await fileOf([await sourceOf(answers[0] ?? {})], profile),
      ])
        await check(made, await textsOf(made));
    }),
    { numRuns: repeatsOf(150, 30) },
  );
}

it("a file for programs says every text as it is, with any options, whichever code writes it", async () => {
  await checkFiles("programs", ({ written }, texts) => {
    for (const { text, found } of texts) expect(found).toBe(text);
    expect(written.guardedCells).toBe(0);
  });
});

it("a file for spreadsheets changes what would be a formula and nothing else, and the forecast says how many texts that are", async () => {
  await checkFiles("spreadsheets", async (made, texts) => {
    const changed = texts.filter(({ text, found }) => found !== text);
    expect(changed.map(({ found }) => found)).toEqual(changed.map(({ text }) => `'${text}`));
    expect(texts.filter(({ found }) => RUNS.test(found) && !NUMBER_OR_SIGNS.test(found))).toEqual([]);
    expect(made.written.guardedCells).toBe(changed.length);
    expect(await foreseen(made)).toBe(changed.length);
  });
});
