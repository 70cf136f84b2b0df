/**
 * Groups and sums of real models: they agree with the rows of the export of the same view, added up by a plain program with exact decimals,
 * on the page and in both files.
 */
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import readWorkbook from "read-excel-file/node";
import { expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { headingOf } from "#lib/elements/files/column-heading.ts";
import { EVERYTHING, type QueryColumn, type TableDescription } from "#lib/elements/query/types.ts";
import { DEFAULT_VIEW, writeView } from "#lib/elements/query/address/view-address.ts";
import { describeTable } from "#lib/features/elements/table.ts";
import { choiceId, offerColumns, readSumsChoice, usualChoice } from "#lib/features/sums/choice.ts";
import { makeSumsCsv, makeSumsWorkbook } from "#lib/features/sums/file.ts";
import { GROUPS_SHOWN_MAX, readTableSums } from "#lib/features/sums/queries.ts";
import { writeSums, type SumsChoice } from "#lib/features/sums/write-sums.ts";
import { answered } from "#tests/support/element-rows.ts";
import { useElementPortal } from "./element-portal.ts";
import { exportFile } from "./export-desk.ts";

type Ground = { modelId: number; ifcClass: string; snapshotId: string; table: TableDescription };

const grounds: Ground[] = [];

const portal = await useElementPortal();
for (const [file, classes] of [
  ["revit2020-ifc4-rooms.ifc", ["IfcDoor", "IfcSpace"]],
  ["duplex-a-georef-revit2011.ifc", ["IfcWallStandardCase", "IfcSpace"]],
] as const) {
  const modelId = await portal.uploadFixture(file);
  for (const ifcClass of classes) grounds.push(await open(modelId, ifcClass));
}

async function open(modelId: number, ifcClass: string): Promise<Ground> {
  const { id: snapshotId } = await portal.openTable(modelId, ifcClass);
  const table = await answered(() => describeTable(portal.staff, [snapshotId]));
  return { modelId, ifcClass, snapshotId, table };
}

/** Groups and sums of a table, at most `limit` groups. */
async function sumsOf(
  { snapshotId }: Ground,
  view: typeof DEFAULT_VIEW,
  asked: SumsChoice | null,
  limit = GROUPS_SHOWN_MAX,
) {
  const found = await readTableSums(portal.staff, [snapshotId], { view, asked, limit });
  if (found.state !== "answered") throw new Error(found.message);
  return found.answer;
}

const headOf = (column: QueryColumn): string =>
  headingOf({ ...column, origin: column.origin === "set" ? "set" : "attribute" });

/** The rows of the export of a search, under their headings. */
async function exported({ snapshotId }: Ground, search: string): Promise<Record<string, string>[]> {
  const view = writeView({ ...DEFAULT_VIEW, search, hidesEmpty: false }).toString();
  const wish = { key: newId(), snapshotIds: [snapshotId], profile: "programs", view } as const;
  return parse((await exportFile(portal.staff, wish)).bytes, { columns: true });
}

/** Adds decimals without floating point. */
function addExactly(texts: readonly string[]): number {
  const PLACES = 40;
  const scaled = texts.map((text) => {
    const [, sign = "", whole = "", fraction = "", exponent = "0"] =
      /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
    const shift = PLACES - fraction.length + Number(exponent);
    if (whole === "" || shift < 0) throw new Error(`not added exactly: ${text}`);
    const digits = BigInt(whole + fraction) * 10n ** BigInt(shift);
    return sign === "-" ? -digits : digits;
  });
  const sum = scaled.reduce((total, one) => total + one, 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(PLACES + 1, "0");
  return Number(`${sum < 0n ? "-" : ""}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`);
}

type Lines = { key: string[]; rows: number; numbers: number[]; sums: number[] }[];

function plainSums(
  rows: readonly Record<string, string>[],
  groups: QueryColumn[],
  sums: QueryColumn[],
): Lines {
  // Two spellings of a number are one value.
  const keyOf = (row: Record<string, string>): string =>
    JSON.stringify(groups.map((one) => asValue(one, row[headOf(one)] ?? "")));
  return [...Map.groupBy(rows, keyOf)].map(([key, own]) => {
    const texts = sums.map((one) => own.map((row) => row[headOf(one)] ?? "").filter((text) => text !== ""));
    return {
      key: JSON.parse(key) as string[],
      rows: own.length,
      numbers: texts.map((some) => some.length),
      sums: texts.map(addExactly),
    };
  });
}

const asValue = ({ kind }: QueryColumn, text: string): string =>
  kind === "number" && text !== "" ? String(Number(text)) : text;

/** Texts of models in which no column mixes kinds of nothing, so that a file says which group a row is in. */
const isPlain = ({ kind, fill }: QueryColumn): boolean =>
  kind !== "mixed" && [fill.emptyText, fill.none, fill.missing].filter((count) => count > 0).length < 2;

const close = (found: number | null | undefined, wanted: number): boolean =>
  Math.abs((found ?? 0) - wanted) <= Math.abs(wanted) * 1e-14;

/** A cell as both programs read it: a workbook has numbers and truth values, CSV their texts. */
const shortly = (cell: unknown): string => {
  const isValue = typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean";
  const text = isValue ? String(cell).toLowerCase() : "";
  return text === "" || Number.isNaN(Number(text)) ? text : String(Number(text));
};

const byKey = (one: { key: string[] }, other: { key: string[] }): number =>
  JSON.stringify(one.key) < JSON.stringify(other.key) ? -1 : 1;

test("groups, counts and sums are those of the exported rows, for random groupings, on the page and in both files", async () => {
  const anyAsk = fc.record({
    which: fc.nat(grounds.length - 1),
    groups: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
    sums: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    search: fc.constantFrom("", "", "1", "a"),
  });
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(anyAsk, async ({ which, groups: places, sums: sumPlaces, search }) => {
      const ground = grounds[which] as Ground;
      const { cloudId, projectId, staff } = portal;
      const offered = offerColumns(ground.table, { groups: [], sums: [] });
      const pick = (columns: QueryColumn[], at: number[]): QueryColumn[] => [
        ...new Set(
          at.flatMap((place) => columns.filter(isPlain).at(place % columns.filter(isPlain).length) ?? []),
        ),
      ];
      const [groups, sums] = [pick(offered.groups, places), pick(offered.sums, sumPlaces)];
      const choice: SumsChoice = { groups: groups.map(choiceId), sums: sums.map(choiceId) };
      const view = { ...DEFAULT_VIEW, search };
      const { sums: found } = await sumsOf(ground, view, choice);
      const rows = await exported(ground, search);
      const wanted = plainSums(rows, groups, sums).sort(byKey);
      expect([found.groupCount, found.total.rows]).toEqual([wanted.length, rows.length]);
      expect(found.groups.reduce((total, group) => total + group.rows, 0)).toBe(rows.length);
      const query = { cloudId, projectId, modelId: ground.modelId, ifcClass: ground.ifcClass };
      const file = await makeSumsCsv(staff, { query, view, asked: choice }, "programs");
      const [heads = [], ...lines]: string[][] = parse(file.text);
      const book = await makeSumsWorkbook(staff, { query, view, asked: choice });
      const [sheet] = await readWorkbook(Buffer.from(book.bytes), { trim: false });
      expect(sheet?.sheet).toBe("Sums");
      expect((sheet?.data ?? []).map((row) => row.map(shortly))).toEqual(
        [heads, ...lines].map((line) => line.map(shortly)),
      );
      const states = new Set(["no value", "no such property", "empty text"]);
      const told = lines
        .map((line) => ({
          key: groups.map((one, i) => asValue(one, states.has(line[i] ?? "") ? "" : (line[i] ?? ""))),
          rows: Number(line[groups.length]),
          numbers: sums.map((_, i) => Number(line[groups.length + 2 + 2 * i])),
          sums: sums.map((_, i) => Number(line[groups.length + 1 + 2 * i])),
        }))
        .sort(byKey);
      expect(told.map(({ key, rows: count, numbers }) => [key, count, numbers])).toEqual(
        wanted.map(({ key, rows: count, numbers }) => [key, count, numbers]),
      );
      for (const [i, line] of told.entries())
        for (const [at, sum] of line.sums.entries())
          expect(close(sum, wanted[i]?.sums[at] ?? 0), `${String(sum)} ${String(wanted[i]?.sums[at])}`).toBe(
            true,
          );
      compared += told.length;
    }),
    { numRuns: 25 },
  );
  expect(compared).toBeGreaterThan(50);
});

test("without a choice, areas are added up for each storey and type, and elements without an area are counted", async () => {
  const ground = grounds.find(({ ifcClass }) => ifcClass === "IfcDoor") as Ground;
  const usual = usualChoice(ground.table);
  const { choice, sums } = await sumsOf(ground, DEFAULT_VIEW, null);
  expect(choice.groups.map(headOf)).toEqual(["Relations.Storey", "Relations.Type"]);
  expect([choice.groups.map(choiceId), choice.sums.map(choiceId)]).toEqual([usual.groups, usual.sums]);
  expect(sums.groups.length).toBeGreaterThan(2);
  expect(sums.total.rows).toBe(ground.table.rows);
});

test("an address holds the choice, the filter and the classes; a column that the model lacks is named", async () => {
  const ground = grounds[0] as Ground;
  const [storey, area] = [usualChoice(ground.table).groups[1] ?? "", "nW251bGwsMSwiTm93aGVyZSIsMV0"];
  const view = { ...DEFAULT_VIEW, search: "2" };
  const params = writeSums(["IfcDoor"], view, { groups: [storey], sums: [area] });
  const given = { group: params.getAll("group"), sum: params.getAll("sum") };
  expect(readSumsChoice(given)).toEqual({ groups: [storey], sums: [area] });
  expect([params.get("type"), params.get("q")]).toEqual(["IfcDoor", "2"]);
  expect(readSumsChoice({})).toBeNull();
  const nothing = writeSums([], DEFAULT_VIEW, { groups: [], sums: [] });
  expect(readSumsChoice(Object.fromEntries(nothing))).toEqual({ groups: [], sums: [] });
  const asked = { groups: [storey], sums: [area] };
  const { choice, sums } = await sumsOf(ground, { ...DEFAULT_VIEW, ...EVERYTHING }, asked, 1);
  expect(choice.absent).toEqual(["Nowhere"]);
  expect(sums.groups.length).toBe(1);
  expect(sums.groupCount).toBeGreaterThan(1);
});

test("a file for spreadsheets names its columns as the export of the elements does", async () => {
  const ground = grounds[0] as Ground;
  const { cloudId, projectId, staff } = portal;
  const query = { cloudId, projectId, modelId: ground.modelId, ifcClass: ground.ifcClass };
  const asked = usualChoice(ground.table);
  const file = await makeSumsCsv(staff, { query, view: DEFAULT_VIEW, asked }, "spreadsheets");
  expect(file.text.split("\r\n")[0]).toMatch(
    /^\uFEFFRelations\.Storey;Relations\.Type;Elements;Sum of (.+) \[m²\];Elements with \1$/,
  );
  expect(file.fileName).toMatch(/^revit2020-ifc4-rooms-IfcDoor-sums-\d{4}-\d\d-\d\d\.csv$/);
});
