/**
 * One meaning of a view: the table on screen, an export, a bulk run (one file each, and one table), and the live address give the same rows
 * and cells, whether the columns that the view asks for have values, are empty, or do not exist in the model.
 */
import { parse } from "csv-parse/sync";
import readWorkbook from "read-excel-file/node";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  showColumns,
  withAbsent,
} from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/shown-columns.ts";
import {
  QUICK_PROFILES,
  quickFields,
} from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/quick-export.ts";
import { newId } from "#lib/core/ids.ts";
import { readView } from "#lib/elements/query/address/address.ts";
import { resolveView } from "#lib/elements/query/address/named-column.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import { fromWire, type Cell } from "#lib/elements/wire.ts";
import { headingOf } from "#lib/elements/files/column-heading.ts";
import { describeTable, readTablePage } from "#lib/features/elements/table.ts";
import { startExportSchema } from "#lib/features/exports/schema.ts";
import { viewContentSchema, type ViewContent, type ViewFilter } from "#lib/features/views/content.ts";
import { addressView } from "#lib/features/views/fit.ts";
import { answered } from "#tests/support/element-rows.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { makeBulkDesk } from "./bulk-desk.ts";
import { useElementPortal } from "./element-portal.ts";
import { exportFile } from "./export-desk.ts";
import { textOf, useLiveDesk } from "./live-desk.ts";

const portal = await useElementPortal("revit2020-ifc4-rooms.ifc", "ac20-fzk-haus-ifc4.ifc");
const { models } = portal;
const { start, ended, files } = makeBulkDesk(portal, models);
const { save, open } = await useLiveDesk(portal, models[0] ?? 0);

const NAME = { property: "Name" };
const TAG = { property: "Tag" };
const WIDTH = { property: "OverallWidth" };
const RATING = { set: "Pset_DoorCommon", property: "FireRating" };
const EXTERNAL = { set: "Pset_DoorCommon", property: "IsExternal" };
/** In neither model. */
const NOWHERE = { set: "Pset_Nowhere", property: "Colour" };
/** Where an element is and what it belongs to; one model has doors without a classification. */
const STOREY = { set: "Relations", property: "Storey" };
const CLASSIFICATIONS = { set: "Relations", property: "Classifications" };
const COLUMNS = [NAME, TAG, WIDTH, RATING, EXTERNAL, NOWHERE, STOREY, CLASSIFICATIONS];

type Table = { heading: string[]; rows: string[][] };

const shownAs = (cell: Cell): string =>
  cell === undefined || cell === null ? "" : typeof cell === "object" ? cell.text : String(cell);

const tableOf = (text: string): Table => {
  const [heading = [], ...rows] = parse(text, { bom: true });
  return { heading, rows };
};

/** The id of the reading of a model's doors, and the address of the view's page. */
async function openPage(
  modelId: number,
  content: ViewContent,
): Promise<{ snapshotId: string; address: string }> {
  const { id: snapshotId } = await portal.openTable(modelId, "IfcDoor");
  return { snapshotId, address: writeView(addressView(content)).toString() };
}

/** What the page shows for an address: its columns, and GlobalId and cells in their order. */
async function shownOf(snapshotId: string, address: string) {
  const table = await answered(() => describeTable(portal.staff, [snapshotId]));
  const read = readView(new URLSearchParams(address));
  expect(read.ignored).toEqual([]);
  const view = resolveView(read.view, table.columns);
  const { columns } = showColumns(withAbsent(table, view), view);
  const wish = { query: view, columns: columns.map(({ id }) => id), offset: 0, limit: 500 };
  const page = await answered(() => readTablePage(portal.staff, [snapshotId], wish));
  expect(page.matches).toBe(page.rows.length);
  const rows = fromWire(page.rows).map(({ id, cells }) => [id, ...cells.map(shownAs)]);
  return { columns, rows };
}

async function screen(modelId: number, content: ViewContent): Promise<Table["rows"]> {
  const { snapshotId, address } = await openPage(modelId, content);
  return (await shownOf(snapshotId, address)).rows;
}

type Exported = { text: string; absent: { columns: string[]; conditions: string[] }[] };

async function exported(modelId: number, content: ViewContent): Promise<Exported> {
  const { snapshotId, address } = await openPage(modelId, content);
  const wish = { key: newId(), snapshotIds: [snapshotId], profile: "programs", view: address } as const;
  const { bytes, record } = await exportFile(portal.staff, wish);
  return { text: bytes.toString(), absent: (record as Exported).absent };
}

/** A column's head in a file, with its unit. */
function headOf({ origin, unit, ...names }: Awaited<ReturnType<typeof shownOf>>["columns"][number]): string {
  const heading = headingOf({ ...names, origin: origin === "pseudo" ? "attribute" : origin });
  return unit === null ? heading : `${heading} [${unit}]`;
}

/** The file of one press in the menu of the export, read by another program. */
async function pressed(
  snapshotId: string,
  profile: (typeof QUICK_PROFILES)[number],
  address: string,
): Promise<Table> {
  const form = { key: newId(), snapshotIds: snapshotId, ...quickFields(profile, address) };
  const { bytes } = await exportFile(portal.staff, startExportSchema.parse(form));
  if (profile === "xlsx") {
    const [sheet] = await readWorkbook(bytes, { trim: false });
    const [heading = [], ...rows] = (sheet?.data ?? []).map((row) => row.map(String));
    return { heading, rows };
  }
  const delimiter = profile === "spreadsheets" ? ";" : ",";
  const [heading = [], ...rows]: string[][] = parse(bytes, { bom: true, delimiter });
  return { heading, rows };
}

async function live(modelId: number, content: ViewContent) {
  const opened = await open(await save(content), { modelId });
  return { text: await textOf(opened), absent: opened.absent };
}

const filter = fc
  .constantFrom(...COLUMNS)
  .chain((column) =>
    fc.constantFrom<ViewFilter>(
      { column, op: "present" },
      { column, op: "notPresent" },
      { column, op: "missing" },
      { column, op: "notMissing" },
      { column, op: "null" },
      { column, op: "notNull" },
      { column, op: "emptyText" },
      { column, op: "notEmptyText" },
      { column, op: "contains", text: "a" },
      { column, op: "notContains", text: "a" },
      { column, op: "equals", value: { kind: "boolean", value: true } },
      { column, op: "notEquals", value: { kind: "boolean", value: true } },
      { column, op: "oneOf", values: [{ kind: "missing" }, { kind: "number", text: "0.9" }] },
      { column, op: "notOneOf", values: [{ kind: "missing" }, { kind: "empty" }] },
      { column, op: "between", min: 0.5, max: 1 },
      { column, op: "notBetween", min: null, max: 0.9 },
      { column, op: "between", min: 0.9, max: null, unit: "m" },
      { column, op: "notBetween", min: 850, max: 1_000, unit: "mm" },
      { column, op: "equals", value: { kind: "number", text: "0.9" }, unit: "m" },
      { column, op: "between", min: null, max: 3, unit: "m²" },
    ),
  );
const anyView = fc
  .record({
    columns: fc.option(fc.shuffledSubarray(COLUMNS, { minLength: 1 }), { freq: 4 }),
    filters: fc.array(filter, { maxLength: 2 }),
    anyOf: fc.array(fc.array(filter, { minLength: 2, maxLength: 3 }), { maxLength: 1 }),
    sorts: fc
      .shuffledSubarray(COLUMNS, { maxLength: 2 })
      .chain((names) =>
        fc.tuple(
          ...names.map((column) => fc.record({ column: fc.constant(column), isDescending: fc.boolean() })),
        ),
      ),
    hidesEmpty: fc.boolean(),
  })
  .map((view) => viewContentSchema.parse({ ifcClasses: ["IfcDoor"], ...view }));

describe("one meaning of a view", () => {
  test("screen, export and live address give the same rows and cells for random views", async () => {
    await fc.assert(
      fc.asyncProperty(anyView, fc.nat(1), async (content, which) => {
        const modelId = models[which] ?? 0;
        const file = await exported(modelId, content);
        const table = tableOf(file.text);
        expect(table.rows).toEqual(await screen(modelId, content));
        const steady = await live(modelId, content);
        expect(steady.text).toBe(file.text);
        expect(file.absent.map(({ columns, conditions }) => ({ columns, conditions }))).toEqual(
          [steady.absent].filter((absent) => absent.columns.length + absent.conditions.length > 0),
        );
      }),
      { numRuns: repeatsOf(40, 6) },
    );
  });

  test("one press of the export writes the columns, units and rows that the table shows, in each format of its menu", async () => {
    const named = { columns: [NAME, WIDTH, NOWHERE], sorts: [{ column: WIDTH, isDescending: true }] };
    for (const view of [{}, { hidesEmpty: false }, named]) {
      const content = viewContentSchema.parse({ ifcClasses: ["IfcDoor"], ...view });
      const modelId = models[0] ?? 0;
      const { snapshotId, address } = await openPage(modelId, content);
      const { columns, rows } = await shownOf(snapshotId, address);
      for (const profile of QUICK_PROFILES) {
        const file = await pressed(snapshotId, profile, address);
        expect(file.heading, profile).toEqual(["GlobalId", ...columns.map(headOf)]);
        expect(file.rows.map(([id]) => id)).toEqual(rows.map(([id]) => id));
      }
    }
  });

  test("a bulk run gives each model what its live address gives, and says what the model lacks", async () => {
    for (const content of fc.sample(anyView, { numRuns: repeatsOf(6, 3), seed: 2_611 })) {
      const run = await ended(await start({ classes: [], content }));
      expect(run).toMatchObject({ state: "done", leftOut: [] });
      const made = await files(run);
      for (const modelId of models) {
        const steady = await live(modelId, content);
        const file = made.report.files.find(({ model }) => model.id === modelId);
        expect(made.files.get(file?.name ?? "")?.toString()).toBe(steady.text);
        const { columns, conditions } = steady.absent;
        expect(file?.absent).toEqual(
          columns.length + conditions.length === 0 ? [] : [{ model: null, columns, conditions }],
        );
      }
    }
  });

  test("doors of at least 0.9 m are those of at least 900 mm, whatever unit a model is in", async () => {
    const units = new Set<string | null>();
    for (const modelId of models) {
      const viewOf = (filters: ViewFilter[]): ViewContent =>
        viewContentSchema.parse({ ifcClasses: ["IfcDoor"], columns: [NAME, WIDTH], filters });
      const { snapshotId } = await openPage(modelId, viewOf([]));
      const { columns } = await answered(() => describeTable(portal.staff, [snapshotId]));
      const unit = columns.find(({ property }) => property === WIDTH.property)?.unit ?? null;
      units.add(unit);
      const all = await screen(modelId, viewOf([]));
      const wide = all.filter(([, , width]) => Number(width) >= (unit === "mm" ? 900 : 0.9));
      expect(wide.length).toBeGreaterThan(0);
      expect(wide.length).toBeLessThan(all.length);
      for (const [min, named] of [
        [0.9, "m"],
        [900, "mm"],
        [90, "cm"],
      ] as const) {
        const content = viewOf([{ column: WIDTH, op: "between", min, max: null, unit: named }]);
        expect(await screen(modelId, content)).toEqual(wide);
        const file = await exported(modelId, content);
        expect(tableOf(file.text).rows).toEqual(wide);
        expect(file.absent).toEqual([]);
        const steady = await live(modelId, content);
        expect(steady.text).toBe(file.text);
      }
      const areas = viewOf([{ column: WIDTH, op: "between", min: 0.9, max: null, unit: "m²" }]);
      const said = [`OverallWidth between [m², not ${unit ?? "stated"}]`];
      expect((await exported(modelId, areas)).absent).toMatchObject([{ conditions: said }]);
      expect((await live(modelId, areas)).absent.conditions).toEqual(said);
    }
    expect(units).toEqual(new Set(["m", "mm"]));
  });

  test("doors without a fire rating: every door of a model that lacks the property, everywhere, and said", async () => {
    const content = viewContentSchema.parse({
      ifcClasses: ["IfcDoor"],
      columns: [NAME, NOWHERE],
      filters: [{ column: NOWHERE, op: "empty" }],
    });
    const words = {
      columns: ["Pset_Nowhere: Colour"],
      conditions: ["Pset_Nowhere: Colour notPresent"],
    };
    for (const modelId of models) {
      const all = await screen(
        modelId,
        viewContentSchema.parse({ ifcClasses: ["IfcDoor"], columns: [NAME, NOWHERE] }),
      );
      expect(all.length).toBeGreaterThan(0);
      expect(await screen(modelId, content)).toEqual(all);
      const file = await exported(modelId, content);
      expect(tableOf(file.text).rows).toEqual(all);
      expect(file.absent).toEqual([{ model: null, ...words }]);
      expect((await live(modelId, content)).absent).toEqual(words);
    }
    const joined = await ended(await start({ classes: [], content, form: "table" }));
    const made = await files(joined);
    expect(joined.rows).toBe(made.report.files[0]?.rows);
    expect(made.report.files[0]?.absent.map(({ columns, conditions }) => ({ columns, conditions }))).toEqual([
      words,
      words,
    ]);
  });
});
