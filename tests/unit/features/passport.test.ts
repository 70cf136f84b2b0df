import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import type { QueryColumn } from "#lib/elements/query/types.ts";
import { readPassportView, writePassportView } from "#lib/features/passport/address.ts";
import { comparePassports, countChanges, fillDelta } from "#lib/features/passport/compare.ts";
import { passportCsv } from "#lib/features/passport/csv.ts";
import { findModelBefore } from "#lib/features/passport/queries.ts";
import { SHOWN, SORTS } from "#lib/features/passport/schema.ts";
import { selectEntries } from "#lib/features/passport/select.ts";
import { queryColumn } from "#tests/support/query-column.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { useGerman } from "#tests/support/in-german.ts";

const speak = useGerman();
beforeEach(() => speak("en"));

const CHANGE = "Schema change (elements and values are not compared)";
const PLAIN_VIEW: Parameters<typeof selectEntries>[1] = {
  search: "",
  shown: "all",
  sort: "model",
  isDescending: false,
};
const PROJECT = "3f0c8a52-7a5e-4b52-9a55-1d6f3b1c2d3e";

type Given = Partial<QueryColumn> & { present?: number };

function table(rows: number, columns: readonly Given[]) {
  return { rows, columns: columns.map((given, place) => column(rows, place, given)) };
}

function column(rows: number, place: number, given: Given): QueryColumn {
  const present = given.present ?? rows;
  return queryColumn(`c0000000${String(place)}`, {
    property: "FireRating",
    kind: present === 0 ? "none" : "text",
    kinds: { string: present, number: 0, boolean: 0, list: 0, object: 0, null: 0 },
    fill: { present, emptyText: 0, none: 0, missing: rows - present },
    ...given,
  });
}

const named = (property: string, given: Given = {}): Given => ({ property, ...given });
const changesOf = (entries: ReturnType<typeof comparePassports>) =>
  Object.fromEntries(
    entries.map(({ property, change, aspects }) => [property, [change, ...aspects].join(" ")]),
  );

/** The file of a comparison with Old.ifc, as an independent reader has it. */
function readRecords(
  entries: Parameters<typeof passportCsv>[0],
  samples: Parameters<typeof passportCsv>[1],
  profile: CsvProfile,
): Record<string, string>[] {
  const delimiter = profile === "spreadsheets" ? ";" : ",";
  return parse(passportCsv(entries, samples, "Old.ifc", profile), { columns: true, bom: true, delimiter });
}

test("a property that came, went, or changed its unit, kind or fill is named, and nothing else is", () => {
  const before = table(10, [
    named("Same"),
    named("Gone", { present: 4 }),
    named("Unit", { unit: "mm", kind: "number" }),
    named("Kind"),
    named("Fuller", { present: 5 }),
  ]);
  const here = table(10, [
    named("Same"),
    named("Unit", { unit: "m", kind: "number" }),
    named("Kind", { kind: "number" }),
    named("Fuller", { present: 6 }),
    named("New", { present: 1 }),
  ]);
  const entries = comparePassports(here, before);
  expect(changesOf(entries)).toEqual({
    Same: "none",
    Gone: "vanished",
    Unit: "changed unit",
    Kind: "changed kind",
    Fuller: "changed fill",
    New: "appeared",
  });
  // A property that vanished keeps its former position: after the property that it followed.
  expect(entries.map(({ property }) => property)).toEqual(["Same", "Gone", "Unit", "Kind", "Fuller", "New"]);
  const each = { appeared: 1, vanished: 1, unit: 1, kind: 1, fill: 1 };
  expect(countChanges(entries)).toEqual({ all: 6, differing: 5, ...each, unfilled: 0 });
});

test("fill is a share: twice the elements with twice the values is no change, one value less is", () => {
  const filled = (present: number, rows: number) => table(rows, [named("A", { present })]);
  expect(changesOf(comparePassports(filled(6, 12), filled(5, 10)))).toEqual({ A: "none" });
  const less = comparePassports(filled(2_999_999, 3_000_000), filled(3_000_000, 3_000_000));
  expect(changesOf(less)).toEqual({ A: "changed fill" });
});

test("without values nothing is said about unit and kind", () => {
  const entries = comparePassports(
    table(4, [named("A", { present: 0 })]),
    table(4, [named("A", { unit: "mm", kind: "number" })]),
  );
  expect(changesOf(entries)).toEqual({ A: "changed fill" });
  expect(entries[0] && fillDelta(entries[0])).toBe(-1);
});

test("an attribute, a set's property and its second instance are three, and names differ by case", () => {
  const attribute = named("Name", { origin: "attribute", set: "" });
  const entries = comparePassports(
    table(2, [attribute, named("Name"), named("Name", { propertyInstance: 2 })]),
    table(2, [named("NAME")]),
  );
  expect(entries.map(({ set, property, change }) => [set, property, change])).toEqual([
    ["Pset_DoorCommon", "NAME", "vanished"],
    ["", "Name", "appeared"],
    ["Pset_DoorCommon", "Name", "appeared"],
    ["Pset_DoorCommon", "Name#2", "appeared"],
  ]);
});

const anyTable = fc
  .record({
    rows: fc.integer({ min: 1, max: 50 }),
    columns: fc.uniqueArray(
      fc.record({
        property: fc.constantFrom("A", "B", "C", "D", "__proto__", "constructor"),
        unit: fc.constantFrom(null, "mm", "m"),
        kind: fc.constantFrom("text" as const, "number" as const),
        share: fc.integer({ min: 0, max: 4 }),
      }),
      { selector: ({ property }) => property },
    ),
  })
  .map(({ rows, columns }) =>
    table(
      rows,
      columns.map(({ share, ...given }) => ({ ...given, present: Math.floor((rows * share) / 4) })),
    ),
  );

test("comparing the other way round gives the same differences; with itself, none; and no column is lost", () => {
  fc.assert(
    fc.property(anyTable, anyTable, (a, b) => {
      const mirror = { appeared: "vanished", vanished: "appeared", changed: "changed", none: "none" };
      const forth = new Map(comparePassports(a, b).map((entry) => [entry.key, entry]));
      const back = comparePassports(b, a);
      expect(back.length).toBe(forth.size);
      for (const entry of back) {
        expect(forth.get(entry.key)?.change).toBe(mirror[entry.change]);
        expect(forth.get(entry.key)?.aspects).toEqual(entry.aspects);
      }
      const names = new Set([...a.columns, ...b.columns].map(({ property }) => property));
      expect(forth.size).toBe(names.size);
      expect(countChanges(comparePassports(a, a)).differing).toBe(0);
    }),
    { numRuns: repeatsOf(500, 100) },
  );
});

test("a view comes back from its address, and no address makes a page fail", () => {
  const view = fc.record({
    against: fc.record({ projectId: fc.constant(PROJECT), modelId: fc.integer({ min: 1, max: 1e9 }) }),
    search: fc.string({ maxLength: 40 }).map((text) => text.trim().toWellFormed()),
    shown: fc.constantFrom(...SHOWN),
    sort: fc.constantFrom(...SORTS),
    isDescending: fc.boolean(),
    page: fc.integer({ min: 1, max: 9_999 }),
  });
  fc.assert(
    fc.property(view, (given) => {
      const sound = { ...given, isDescending: given.isDescending && given.sort !== "model" };
      expect(readPassportView(Object.fromEntries(writePassportView("IfcDoor", sound)))).toEqual(sound);
    }),
    { numRuns: repeatsOf(500, 100) },
  );
  const anything = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
  fc.assert(
    fc.property(
      fc.record({ with: anything, q: anything, show: anything, sort: anything, page: anything }),
      (params) => {
        const read = readPassportView(params);
        expect(SHOWN).toContain(read.shown);
        expect(read.page).toBeGreaterThan(0);
      },
    ),
    { numRuns: repeatsOf(500, 100) },
  );
});

test("without a model to compare with, an address cannot ask for differences", () => {
  const read = readPassportView({ show: "vanished", sort: "-delta" });
  expect(read).toMatchObject({ shown: "all", sort: "model" });
});

test("search looks at set, property and unit of both models; sorting keeps the model's order among equals", () => {
  const entries = comparePassports(
    table(10, [named("Width", { unit: "mm", kind: "number", present: 2 }), named("Mark"), named("Note")]),
    table(10, [named("Old", { unit: "inch", kind: "number" })]),
  );
  const names = (chosen: Partial<typeof PLAIN_VIEW>): string[] =>
    selectEntries(entries, { ...PLAIN_VIEW, ...chosen }).map(({ property }) => property);
  expect(names({ search: "INCH" })).toEqual(["Old"]);
  expect(names({ search: "doorcommon.w" })).toEqual(["Width"]);
  expect(names({ sort: "fill", isDescending: true })).toEqual(["Mark", "Note", "Width", "Old"]);
  expect(names({ sort: "name" })).toEqual(["Mark", "Note", "Old", "Width"]);
  expect(names({ shown: "vanished" })).toEqual(["Old"]);
});

test("the CSV file says what the entries say to an independent reader, and no text for spreadsheets is a formula", () => {
  const entries = comparePassports(
    table(10, [named('=HYPERLINK("x")', { present: 5 }), named("a,b\r\nc", { unit: "mm", kind: "number" })]),
    table(10, [named("Old", { set: "-Set" })]),
  );
  const samples = new Map([["c00000000", ["+A1", 'say "x"']]]);
  const records = readRecords(entries, samples, "programs");
  const shares = new Set(["Share filled", "Share filled, change", "Before: Share filled"]);
  const asSpreadsheetsRead = records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([head, cell]) => [
        head,
        shares.has(head) ? cell.replace(".", ",") : cell.replace(/^(?=[=+-])/, "'"),
      ]),
    ),
  );
  expect(readRecords(entries, samples, "spreadsheets")).toEqual(asSpreadsheetsRead);
  expect(records.map((record) => record["Property"])).toEqual(["Old", '=HYPERLINK("x")', "a,b\r\nc"]);
  expect(records[0]).toMatchObject({
    Set: "-Set",
    "Compared with": "Old.ifc",
    [CHANGE]: "vanished",
    "With a value": "",
    "Before: With a value": "10",
    "Share filled, change": "-1",
  });
  const sampled = { "Sample 1": "+A1", "Sample 2": 'say "x"' };
  expect(records[1]).toMatchObject({ "Share filled": "0.5", Unit: "", ...sampled });
  expect(records[2]).toMatchObject({ Unit: "mm", Kind: "number", [CHANGE]: "appeared" });
});

test("a file of a comparison says in its heading that elements and values were not compared, even without a line", () => {
  const same = table(10, [named("A")]);
  const unchanged = selectEntries(comparePassports(same, same), { ...PLAIN_VIEW, shown: "differing" });
  const [heads = []]: string[][] = parse(passportCsv(unchanged, new Map(), "Old.ifc", "programs"));
  expect(heads).toContain(CHANGE);
  const [alone = []]: string[][] = parse(passportCsv(unchanged, new Map(), null, "programs"));
  expect(alone).not.toContain(CHANGE);
});

test("the model before is the newest earlier one of the same name, else the newest earlier one", () => {
  const choice = (modelId: number, name: string) => ({ projectId: PROJECT, modelId, name });
  const models = [choice(9, "A"), choice(7, "B"), choice(5, "A"), choice(3, "A")];
  expect(findModelBefore(models, { modelId: 8, name: "A" })?.modelId).toBe(5);
  expect(findModelBefore(models, { modelId: 8, name: "C" })?.modelId).toBe(7);
  expect(findModelBefore(models, { modelId: 3, name: "A" })).toBeNull();
});

test("a German reader's file for spreadsheets has German words and numbers; the one for programs is everybody's", () => {
  speak("de");
  const entries = comparePassports(
    table(10, [named("A", { kind: "number", unit: "mm", present: 5 }), named("B", { kind: "boolean" })]),
    table(10, [named("A", { kind: "number" })]),
  );
  const samples = new Map([
    ["c00000000", [{ kind: "number", text: "1.50" } as const, "1.5 m"]],
    ["c00000001", [true, false]],
  ]);
  expect(readRecords(entries, samples, "spreadsheets")).toMatchObject([
    {
      Satz: "Pset_DoorCommon",
      Merkmal: "A",
      Art: "Zahl",
      "Anteil befüllt": "0,5",
      "Beispiel 1": "1,50",
      "Beispiel 2": "1.5 m",
      "Schemaänderung (Elemente und Werte werden nicht verglichen)": "geändert",
      "Geändert im Schema": "Einheit Befüllung",
    },
    {
      Merkmal: "B",
      Art: "Wahrheitswert",
      "Beispiel 1": "wahr",
      "Beispiel 2": "falsch",
      "Schemaänderung (Elemente und Werte werden nicht verglichen)": "neu",
    },
  ]);
  expect(readRecords(entries, samples, "programs")).toMatchObject([
    {
      Property: "A",
      Kind: "number",
      "Share filled": "0.5",
      "Sample 1": "1.50",
      [CHANGE]: "changed",
      "Changed in schema": "unit fill",
    },
    { Property: "B", Kind: "boolean", "Sample 1": "true", "Sample 2": "false" },
  ]);
});
