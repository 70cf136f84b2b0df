import { expect, it } from "vitest";
import { EXPORT_PROFILES, PLAIN_OPTIONS, type ExportProfile } from "#lib/elements/files/options.ts";
import { makeExportTable } from "#lib/elements/files/table.ts";
import { type ExportFacts, mergeFacts } from "#lib/elements/files/forecast/facts.ts";
import { forecast } from "#lib/elements/files/forecast.ts";
import type { ForecastItem } from "#lib/elements/files/forecast/items.ts";
import { scanTable } from "#lib/elements/files/forecast/scan.ts";
import { NONE_COLUMN, PARQUET_COLUMNS_MAX } from "#lib/elements/files/parquet/forecast.ts";
import { isSheetNumber, SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from "#lib/elements/spreadsheet.ts";
import { useExportFolder } from "./export-desk.ts";

const { sourceOf } = useExportFolder();

async function factsOf(
  cells: readonly string[],
  idsByCase: ExportFacts["idsByCase"] = null,
): Promise<ExportFacts> {
  const rows = cells.map((cell, i) => `"${String(i)}":{"P":{"c":${cell}}}`);
  return scanTable(makeExportTable([await sourceOf(`{${rows.join(",")}}`)], null), idsByCase);
}

const choiceOf = (profile: ExportProfile) => ({ profile, options: PLAIN_OPTIONS[profile] });
const find = (facts: ExportFacts, profile: ExportProfile, id: string): ForecastItem | undefined =>
  forecast(facts, choiceOf(profile)).find((item) => item.id === id);

it("texts that a spreadsheet reads as something else are counted by what they become; all others are not", async () => {
  const dates = [
    "1-2",
    "3/4",
    "11/2",
    "2024-01-02",
    "1.2.2024",
    "12:30",
    "1 jan",
    "5-mei",
    "mrt 5",
    "Dec 2024",
  ];
  const numbers = ["0012", "1E5", "1,5", "1.50", "12345678901234567", "+5", "50%", ".5", " 7"];
  const booleans = ["TRUE", "waar", "falsch"];
  const others = [
    "37",
    "0",
    "-12",
    "D-1",
    "EI60",
    "1-2-3-4",
    "W 1",
    "37 dB",
    "x",
    "",
    "13e",
    "12:30 h",
    "maybe 5",
  ];
  const facts = await factsOf(
    [...dates, ...numbers, ...booleans, ...others].map((text) => JSON.stringify(text)),
  );
  expect(facts.losses.dateLike).toMatchObject({ count: dates.length, column: "P.c", example: "1-2" });
  expect(facts.losses.numberLike).toMatchObject({ count: numbers.length, example: "0012" });
  expect(facts.losses.booleanLike).toMatchObject({ count: booleans.length });
  for (const id of ["dateLike", "numberLike", "booleanLike"]) {
    const item = find(facts, "spreadsheets", id);
    expect(item).toMatchObject({ tone: "warn", remedy: { choice: { profile: "xlsx" } } });
    expect(item?.detail).toContain("P.c");
    for (const profile of ["programs", "xlsx", "parquet", "json"] as const)
      expect(find(facts, profile, id)).toBeUndefined();
  }
});

it("numbers are said to lose digits where they would, and only there", async () => {
  const kept = ["1", "0.1", "829.3947107158601", "-0.02", "1E5", "123456789012345", "0", "-0"];
  const lost = ["12345678901234567890", "1e400", "0.1000000000000000055511151231257827", "1234567890123456"];
  expect(kept.filter(isSheetNumber)).toEqual(kept);
  expect(lost.filter(isSheetNumber)).toEqual([]);
  const facts = await factsOf([...kept, ...lost]);
  expect(facts.losses.textNumber?.count).toBe(3);
  expect(facts.losses.longNumber?.count).toBe(4);
  expect(find(facts, "xlsx", "textNumber")).toMatchObject({ tone: "ok" });
  expect(find(facts, "spreadsheets", "longNumber")).toMatchObject({ tone: "warn" });
});

it("the column that a Parquet file has for what has no value is announced where there is such a value", async () => {
  const detailOf = async (cells: readonly string[], profile: ExportProfile): Promise<string> =>
    find(await factsOf(cells), profile, "nothings")?.detail ?? "";
  expect(await detailOf(["1", "null"], "parquet")).toContain(`“${NONE_COLUMN}”`);
  expect(await detailOf(["1", "null"], "json")).not.toContain(NONE_COLUMN);
  expect(await detailOf(['""', "2"], "parquet")).toMatch(/1 empty text$/);
});

it("every warning has a remedy, and taking remedies leads to a file without warnings", async () => {
  const texts = ["1-2", "0012", "", "=1", "a\u0001b", "x".repeat(40_000)].map((text) => JSON.stringify(text));
  const others = ["12345678901234567890", "null", "true", "7"];
  const facts = await factsOf([...texts, ...others], { count: 2, example: "2O2Fr" });
  const withMissing = { ...facts, cells: { ...facts.cells, missing: 3 }, headingsByCase: 1 };
  for (const profile of EXPORT_PROFILES) {
    let choice: Parameters<typeof forecast>[1] = choiceOf(profile);
    for (let steps = 0; ; steps++) {
      expect(steps, profile).toBeLessThan(8);
      const first = forecast(withMissing, choice).find(({ tone }) => tone !== "ok");
      if (first === undefined) break;
      expect(first.remedy, `${profile} ${first.id}`).not.toBeNull();
      choice = first.remedy?.choice ?? choice;
    }
  }
});

it("what cannot be made is stopped before it is tried, by the limits of the writers themselves", async () => {
  const few = await factsOf(["1"]);
  for (const [profile, most] of [
    ["xlsx", SHEET_COLUMNS_MAX],
    ["parquet", PARQUET_COLUMNS_MAX],
  ] as const) {
    expect(find({ ...few, columns: most }, profile, "columns")).toBeUndefined();
    expect(find({ ...few, columns: most + 1 }, profile, "columns")).toMatchObject({ tone: "stop" });
  }
  expect(find({ ...few, rows: SHEET_ROWS_MAX - 1 }, "spreadsheets", "rows")).toBeUndefined();
  expect(find({ ...few, rows: SHEET_ROWS_MAX }, "spreadsheets", "rows")).toMatchObject({ tone: "warn" });
  const many = { ...few, columns: 20_000, rows: 2_000_000 };
  expect(find(many, "programs", "columns")).toBeUndefined();
  expect(find(many, "xlsx", "sheets")).toMatchObject({ tone: "ok" });
});

it("of many tables is the sum of what each loses, with limits of the largest file or of the one table", async () => {
  const tables = [
    { name: "Blok A", facts: await factsOf(['"1/2"', '"3/4"', '"Entrance"']) },
    { name: "Blok B", facts: await factsOf(['"5/6"', '"=1+1"'], { count: 2, example: "2O2Fr" }) },
  ];
  expect(mergeFacts([], false)).toBeNull();
  const files = mergeFacts(tables, false);
  expect(files).toMatchObject({ rows: 3, rowsSeen: 5, columns: 2, mixed: null, idsByCase: { count: 2 } });
  expect(files?.losses.dateLike).toEqual({ count: 3, column: "Blok A, P.c", example: "1/2" });
  expect(files?.losses.formula).toMatchObject({ count: 1, column: "Blok B, P.c" });
  expect(mergeFacts(tables, true)).toMatchObject({ rows: 5 });
});
