/**
 * The small tables: ledger, audit, results of lists, passports (S33). In files for spreadsheets no text is a formula; in files for programs
 * no text is altered.
 */
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { unguardText } from "#tests/support/told-headings.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { csvLines, readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { useGerman } from "#tests/support/in-german.ts";
import { iterateRecords } from "#lib/features/batches/csv-records.ts";
import { findMailColumn } from "#lib/features/invitations/addresses/mail-column.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { HOSTILE as FORMULAS } from "./formula-texts.ts";

const speak = useGerman();
beforeEach(() => speak("en"));

const HOSTILE = [...FORMULAS, "a;=1+1", "a,=1+1", 'a";=1+1', 'a"', "a\r\n=1+1"];
const NUMBERS_AND_SIGNS = ["-0.092", " -0.092", "+5", "-1E5", "-", "+"];
/** Nothing but digits with their marks, or nothing but signs: neither names a function or a cell. */
const isNumberOrSigns = (cell: string): boolean => /^[-+ ]*(?:[\d.,]+(?:e[-+]?\d+)?[ %]*)?$/i.test(cell);
const DELIMITERS = { spreadsheets: ";", programs: "," } as const;

const text = fc.oneof(fc.constantFrom(...HOSTILE, ...NUMBERS_AND_SIGNS), fc.string());
const tables = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1 });
const readRows = (file: string, profile: CsvProfile): string[][] =>
  parse(file, { bom: profile === "spreadsheets", delimiter: DELIMITERS[profile], record_delimiter: "\r\n" });

test("a file for programs says every text as it is", () => {
  fc.assert(
    fc.property(tables, (rows) => {
      expect(readRows(rows.map(csvLines("programs")).join(""), "programs")).toEqual(rows);
    }),
    { numRuns: repeatsOf(500, 100) },
  );
});

test("no cell for spreadsheets is a formula, each is read back, and numbers stay numbers", () => {
  fc.assert(
    fc.property(tables, (rows) => {
      const records = readRows(rows.map(csvLines("spreadsheets")).join(""), "spreadsheets");
      expect(records.map((cells) => cells.map(unguardText))).toEqual(rows);
      for (const cell of records.flat())
        if (!isNumberOrSigns(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
    }),
    { numRuns: repeatsOf(500, 100) },
  );
  const line = csvLines("spreadsheets")([...NUMBERS_AND_SIGNS]);
  expect(line).toBe(`\uFEFF${NUMBERS_AND_SIGNS.join(";")}\r\n`);
});

test("a file for spreadsheets has one mark, semicolons and decimal commas; one for programs has none of them", () => {
  const rows = [
    ["Name", "Share"],
    ["a;=1+1", -0.25],
    [null, 3],
  ];
  const lines = (profile: CsvProfile): string => rows.map(csvLines(profile)).join("");
  expect(lines("spreadsheets")).toBe('\uFEFFName;Share\r\n"a;=1+1";-0,25\r\n;3\r\n');
  expect(lines("programs")).toBe("Name,Share\r\na;=1+1,-0.25\r\n,3\r\n");
});

test("truth values and model numbers are the reader's in a file for spreadsheets, and everybody's in one for programs", () => {
  const fields = [true, false, { kind: "number", text: "0.10" }] as const;
  const lines = (profile: CsvProfile): string => csvLines(profile)(fields);
  expect(lines("spreadsheets")).toBe("\uFEFFtrue;false;0,10\r\n");
  expect(lines("programs")).toBe("true,false,0.10\r\n");
  speak("de");
  expect(lines("spreadsheets")).toBe("\uFEFFwahr;falsch;0,10\r\n");
  expect(lines("programs")).toBe("true,false,0.10\r\n");
});

test("who does not say gets the file for spreadsheets", () => {
  for (const said of [undefined, null, "", "xlsx", "spreadsheets"])
    expect(readCsvProfile(said)).toBe("spreadsheets");
  expect(readCsvProfile("programs")).toBe("programs");
});

test.each(["spreadsheets", "programs"] as const)(
  "a list that comes out for %s can be sent in again",
  (profile) => {
    const file = [
      ["Line", "E-mail", "Why"],
      [2, "anna@example.org", "one; two, three"],
    ]
      .map(csvLines(profile))
      .join("");
    const column = findMailColumn(file);
    expect(column).toMatchObject({ index: 1, delimiter: DELIMITERS[profile] });
    const [, row] = [...iterateRecords(file, column?.delimiter ?? "")];
    expect(row?.cells).toEqual(["2", "anna@example.org", "one; two, three"]);
  },
);
