/** Files for spreadsheets in German: a German spreadsheet recognises their numbers and truth values. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { iterateCsvLines } from "#lib/elements/files/csv/write.ts";
import { layOut } from "#lib/elements/files/layout.ts";
import { PLAIN_OPTIONS, plainOptions } from "#lib/elements/files/options.ts";
import { PLACE_COLUMNS } from "#lib/elements/files/table.ts";
import { forecast } from "#lib/elements/files/forecast.ts";
import { scanTable } from "#lib/elements/files/forecast/scan.ts";
import { openWorkbook } from "#lib/elements/files/xlsx/workbook-reader.ts";
import { useGerman } from "#tests/support/in-german.ts";
import { useExportFolder } from "./export-desk.ts";

const speak = useGerman();
const { sourceOf, fileOf } = useExportFolder();

/** Values of an answer, and what they are in a German file. */
const VALUES = [
  ["true", "WAHR"],
  ["false", "FALSCH"],
  ["-0.02", "-0,02"],
  ["1", "1"],
  ["7.22506320305114E-05", "7,22506320305114E-05"],
  ['"true"', "true"],
  ['"1.5"', "1.5"],
  ["[1.5,true]", "[1.5,true]"],
  ["null", ""],
  ['""', ""],
] as const;
const members = VALUES.map(([value], at) => `"c${String(at)}":${value}`).join(",");
const ANSWER = `{"a":{"Pset":{${members}}}}`;

test("CSV for spreadsheets has German numbers and truth values; texts and lists stay what they are", async () => {
  const source = await sourceOf(ANSWER);
  // Written by the kernels, and by the code that handles every option.
  for (const changes of [{}, { longId: true }, { quoteAll: true }]) {
    const { path, table, options } = await fileOf([source], "spreadsheets", {
      ...plainOptions("spreadsheets"),
      ...changes,
    });
    const bytes = await readFile(path);
    const records: string[][] = parse(bytes, { bom: true, delimiter: ";", record_delimiter: "\r\n" });
    expect(records[1]?.slice(-VALUES.length)).toEqual(VALUES.map(([, told]) => told));
    const layout = layOut(table, options);
    const lines = await Array.fromAsync(iterateCsvLines({ table, layout, profile: "spreadsheets", options }));
    expect(Buffer.concat(lines).equals(bytes)).toBe(true);
  }
});

test("a workbook holds numbers and truth values, and names its sheets in German; it is read back as such", async () => {
  const long = "x".repeat(40_000);
  const source = await sourceOf({ a: { P: { on: true, size: 1.5, note: long } } });
  const { path } = await fileOf([source], "xlsx", plainOptions("xlsx"));
  const book = await openWorkbook(path);
  expect(book.sheets).toEqual(["Elemente", "Lange Texte"]);
  const [, row] = await Array.fromAsync(book.iterate("Elemente"));
  const [heads] = await Array.fromAsync(book.iterate("Lange Texte"));
  book.close();
  expect([...(row?.cells.values() ?? [])].slice(1)).toEqual([
    { type: "boolean", text: "1" },
    { type: "number", text: "1.5" },
    { type: "text", text: "[langer Text 1: siehe Blatt Lange Texte]" },
  ]);
  expect([...(heads?.cells.values() ?? [])].map(({ text }) => text)).toEqual([
    "Nummer",
    "GlobalId",
    "Spalte",
    "Teil",
    "Text",
  ]);
});

test("columns that are not the model's are German for people and the same for every program", () => {
  const table = { columns: [], hasClass: true, place: PLACE_COLUMNS };
  const choice = { longId: true, unitInHeading: false };
  expect(layOut(table, { ...choice, ...plainOptions("xlsx"), longId: true }).headings).toEqual([
    ...["Cloud", "Projektnummer", "Projekt", "Modellnummer", "Modell", "GlobalId", "GlobalId36", "IfcClass"],
  ]);
  const english = layOut(table, choice).headings;
  expect(english).toContain("ProjectNumber");
  for (const profile of ["programs", "parquet", "json"] as const) {
    expect(plainOptions(profile)).toBe(PLAIN_OPTIONS[profile]);
    expect(layOut(table, { ...plainOptions(profile), longId: true }).headings).toEqual(english);
  }
  speak("en");
  expect(plainOptions("spreadsheets")).toEqual(PLAIN_OPTIONS.spreadsheets);
});

test("the forecast quotes numbers as the page shows them, and texts as the file has them", async () => {
  const source = await sourceOf(`{"a":{"P":{"n":1.23456789012345678,"t":"1.5"}}}`);
  const { table } = await fileOf([source], "spreadsheets");
  const facts = await scanTable(table, null);
  const items = forecast(facts, { profile: "spreadsheets", options: plainOptions("spreadsheets") });
  const details = Object.fromEntries(items.map(({ id, detail }) => [id, detail]));
  expect(details).toMatchObject({ longNumber: "P.n: „1,23456789012345678“", numberLike: "P.t: „1.5“" });
  const [remedy] = items.flatMap((item) => item.remedy ?? []);
  expect(remedy?.choice.options.language).toBe("de");
});
