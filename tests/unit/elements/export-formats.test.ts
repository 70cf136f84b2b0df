import { describe, expect, it } from "vitest";
import { openWorkbook } from "#lib/elements/files/xlsx/workbook-reader.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { DocumentMaker } from "./documents.ts";
import { useExportFolder } from "./export-desk.ts";
import {
  compareFile,
  Digits,
  isSameJson,
  NO_VALUE,
  parseKeepingDigits,
  readJsonLines,
  readParquetByDuckDb,
  type ForeignAnswer,
  type ForeignFile,
} from "./foreign-readers.ts";

const { sourceOf, fileOf } = useExportFolder();

const CELLS = repeatsOf(20_000, 6_000);
const ROWS = 50;
const COLUMNS = 40;

/** Answers with random values, or none, in each of the columns. */
function* answers(): Generator<string> {
  const maker = new DocumentMaker(5_025);
  for (let cells = 0; cells < CELLS; cells += ROWS * COLUMNS) {
    // Columns of a single kind as well as mixed ones, because types are chosen by column.
    const kinds = Array.from({ length: COLUMNS }, () => maker.below(5));
    const valueOf = (column: number): string => {
      const kind = kinds[column];
      if (kind === 0) return String(maker.below(1e9) / 8);
      if (kind === 1) return maker.string();
      if (kind === 2) return maker.pick(["true", "false", "null"]);
      return maker.value(2);
    };
    yield maker.answer(ROWS, COLUMNS, valueOf);
  }
}

/** A workbook as yauzl and saxes read it: an empty text is a cell, and a number that a double holds is one. */
async function readSheet(path: string): Promise<ForeignFile> {
  const book = await openWorkbook(path);
  const [headings, ...rows] = await Array.fromAsync(book.iterate("Elements"));
  book.close();
  const names = [...(headings?.cells.values() ?? [])].map(({ text }) => text);
  return {
    ids: rows.map(({ cells }) => cells.get(0)?.text ?? ""),
    columns: names.slice(1).map((name) => name.replace(".", "\0")),
    says: (row, column, value) => {
      const cell = rows[row]?.cells.get(column + 1);
      if (value === undefined || cell === undefined) return cell === value;
      const { type, text } = cell;
      if (value === null || typeof value === "string") return type === "text" && text === (value ?? NO_VALUE);
      if (typeof value === "boolean") return type === "boolean" && text === (value ? "1" : "0");
      if (!(value instanceof Digits)) return isSameJson(text, value);
      if (type === "number") return Number(text) === Number(value.text);
      const digits = value.text
        .replace(/e.*$/i, "")
        .replace(/\D/g, "")
        .replace(/^0+|0+$/g, "");
      return text === value.text && (digits.length > 15 || Math.abs(Number(text)) >= 1e300);
    },
  };
}

const READERS = [
  ["a workbook", "xlsx", readSheet],
  ["JSON lines", "json", readJsonLines],
  ["Parquet", "parquet", readParquetByDuckDb],
] as const;

describe(`${CELLS} cells of every kind`, () => {
  it.each(READERS)("are in %s what they are in the answer", async (_what, profile, reader) => {
    for (const answer of answers()) {
      const source = await sourceOf(answer);
      const { path } = await fileOf([source], profile, { noneAs: NO_VALUE });
      const compared = compareFile(await reader(path), parseKeepingDigits(answer) as ForeignAnswer, profile);
      expect(compared).toBe(ROWS * COLUMNS);
    }
  });
});
