/** What a person does to a table's view: the pure functions behind menus, keys and dialogs of the element page. */
import { describe, expect, test } from "vitest";
import { namedColumnId } from "#lib/elements/query/address/named-column.ts";
import { DEFAULT_VIEW, writeView } from "#lib/elements/query/address/view-address.ts";
import type { QueryColumn, TableDescription } from "#lib/elements/query/types.ts";
import { queryColumn as column } from "#tests/support/query-column.ts";
import {
  makeFilter,
  readDraft,
  type FilterDraft,
} from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/filter-draft.ts";
import { chipNameOf } from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/filter-words.ts";
import {
  showColumns,
  toGridColumn,
  withAbsent,
} from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/shown-columns.ts";
import {
  addAlternative,
  dropFilter,
  hideAll,
  hideColumns,
  putFilter,
  showAll,
  unhideColumns,
} from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/view-changes.ts";

const EMPTY = { present: 0, emptyText: 1, none: 1, missing: 2 };
const name = column("cName0000", { origin: "attribute", set: "", property: "Name" });
const rating = column("cRating00");
const unused = column("cUnused00", { fill: EMPTY });
const height = column("cHeight00", { kind: "number", unit: "mm", min: 2000, max: 2600 });
const pseudo = [column("id", { origin: "pseudo", set: "" }), column("class", { origin: "pseudo", set: "" })];

function table(sources = 1): TableDescription {
  return {
    rows: 4,
    sources: Array.from({ length: sources }, (_, index) => ({
      snapshotId: String(index),
      ifcClass: "IfcDoor",
      rows: 4,
    })),
    columns: [...pseudo, rating, unused, name, height],
  };
}

const ids = (columns: readonly QueryColumn[]): string[] => columns.map(({ id }) => id);

describe("columns shown", () => {
  test("the name stands first and pinned, empty columns are left out and counted, the id is no column of its own", () => {
    const shown = showColumns(table(), DEFAULT_VIEW);
    expect(ids(shown.columns)).toEqual(["cName0000", "cRating00", "cHeight00"]);
    expect(shown.pinnedIds).toEqual(["cName0000"]);
    expect(shown.emptyHidden).toBe(1);
    expect(ids(shown.choosable)).toEqual(["cRating00", "cUnused00", "cName0000", "cHeight00"]);
  });

  test("a view that names its columns leaves out none because it is empty", () => {
    const shown = showColumns(table(), { ...DEFAULT_VIEW, columns: ["cName0000"] });
    expect(ids(shown.columns)).toEqual(["cName0000"]);
    expect(shown.emptyHidden).toBe(0);
  });

  test("the class is a column as soon as there are several", () => {
    expect(ids(showColumns(table(2), DEFAULT_VIEW).columns)).toContain("class");
  });

  test("columns that a view names are shown, empty or absent too; hidden and pinned ones count", () => {
    const gone = namedColumnId({ set: "Pset_DoorCommon", property: "Gone" });
    const view = {
      ...DEFAULT_VIEW,
      columns: ["cHeight00", gone, "cUnused00", "cName0000"],
      hidden: ["cName0000"],
      pinned: ["cUnused00"],
    };
    const shown = showColumns(withAbsent(table(), view), view);
    expect(ids(shown.columns)).toEqual(["cUnused00", "cHeight00", gone]);
    expect(shown.pinnedIds).toEqual(["cUnused00"]);
    const absent = shown.columns.find(({ id }) => id === gone);
    expect(absent).toMatchObject({ set: "Pset_DoorCommon", property: "Gone", fill: { missing: 4 } });
    expect(absent && toGridColumn(absent, 4).hint).toBe("not in this model");
  });

  test("a number has its unit or says that none is stated; a text has none to state", () => {
    expect(toGridColumn(height, 4)).toMatchObject({
      unit: "mm",
      end: true,
      filled: 1,
      hint: "2\u2009000–2\u2009600",
    });
    expect(toGridColumn({ ...height, unit: null }, 4).unit).toBeNull();
    // Figures that are exact to the last digit are not cut.
    expect(toGridColumn({ ...height, min: 0.7619999999999989 }, 4).textLength).toBe(18);
    expect(toGridColumn(rating, 4)).not.toHaveProperty("unit");
  });

  test("figures name their rows as soon as fewer are shown", () => {
    expect(toGridColumn(rating, 4, true)).toMatchObject({ filled: 1, ofAll: 4 });
    expect(toGridColumn(rating, 4)).not.toHaveProperty("ofAll");
  });

  test("a chip has the whole property, and of its set a part where another set has the property too", () => {
    const long = column("cLong0000", {
      property: "FireRatingOfTheWholeDoor",
      set: "Pset_ManufacturerTypeInformation",
    });
    const other = column("cOther000", { property: "FireRatingOfTheWholeDoor" });
    const map = (...columns: QueryColumn[]) => new Map(columns.map((one) => [one.id, one]));
    expect(chipNameOf(long, map(long, name, rating))).toBe("FireRatingOfTheWholeDoor");
    expect(chipNameOf(long, map(long, other))).toBe("Pset_Man…rmation: FireRatingOfTheWholeDoor");
    expect(chipNameOf(name, map(name, column("cNamed000", { property: "Name" })))).toBe("Name");
  });
});

describe("changes of a view", () => {
  test("what is hidden can be shown again, also when an order did not have it", () => {
    const hidden = hideColumns({ ...DEFAULT_VIEW, columns: ["a"] }, ["a", "b"]);
    expect(hidden.hidden).toEqual(["a", "b"]);
    expect(unhideColumns(hidden, ["a", "b"])).toMatchObject({ hidden: [], columns: ["a", "b"] });
  });

  test("of thousands of columns all are hidden and some shown again in a short address; all shown, none is named", () => {
    const many = Array.from({ length: 4_000 }, (_, n) => `c${String(n).padStart(8, "0")}`);
    const few = unhideColumns(hideAll({ ...DEFAULT_VIEW, hidden: many.slice(0, 10) }), many.slice(5, 8));
    expect(few).toMatchObject({ columns: many.slice(5, 8), hidden: [] });
    expect(writeView(few).toString().length).toBeLessThan(100);
    expect(showAll(hideAll(DEFAULT_VIEW), many)).toEqual({ ...DEFAULT_VIEW, hidesEmpty: false });
    expect(showAll(few, many.slice(0, 8)).columns).toEqual([...many.slice(5, 8), ...many.slice(0, 5)]);
  });

  test("a condition becomes an alternative to another; a group that is left with one is that one alone", () => {
    const [a, b, c] = ["a", "b", "c"].map((column) => ({ column, op: "present" as const }));
    if (a === undefined || b === undefined || c === undefined) throw new Error("no conditions");
    const one = putFilter(putFilter(DEFAULT_VIEW, a, null), b, null);
    const either = addAlternative(one, c, { group: null, at: 0 });
    expect(either).toMatchObject({ filters: [b], anyOf: [[a, c]] });
    expect(addAlternative(either, b, { group: 0, at: 0 }).anyOf).toEqual([[a, c, b]]);
    const changed = { ...c, op: "missing" as const };
    expect(putFilter(either, changed, { group: 0, at: 1 }).anyOf).toEqual([[a, changed]]);
    expect(dropFilter(either, { group: 0, at: 0 })).toMatchObject({ filters: [b, c], anyOf: [] });
    expect(dropFilter(either, { group: null, at: 0 })).toMatchObject({ filters: [], anyOf: [[a, c]] });
  });
});

describe("a condition that is being typed", () => {
  const draft: FilterDraft = { column: height.id, op: "between", text: "", min: "", max: "", values: [] };

  test("a range takes one end or two, a decimal comma, and thin spaces between thousands", () => {
    expect(makeFilter({ ...draft, min: "2\u2009000,5" }, height)).toEqual({
      ok: true,
      filter: { column: height.id, op: "between", min: 2000.5, max: null },
    });
    const refusalOf = (ends: object) => makeFilter({ ...draft, ...ends }, height);
    const refused = (error: string) => ({ ok: false, error });
    expect(refusalOf({})).toEqual(refused("Enter at least one limit."));
    expect(refusalOf({ min: "3", max: "2" })).toEqual(refused("3 is more than 2: the range would be empty."));
    // Rounded, the range would have other rows.
    for (const min of ["987654321098761051", "0.12345678901234567891"])
      expect(refusalOf({ min })).toMatchObject({
        ok: false,
        error: expect.stringContaining("too many digits"),
      });
    expect(refusalOf({ min: "987654321098761" })).toMatchObject({ ok: true });
    expect(refusalOf({ min: "two" })).toEqual(refused("“two” is not a number."));
  });

  test("equality asks for the kind of the column: a number for numbers, letters for texts", () => {
    for (const [column, text, value] of [
      [rating, "010", { kind: "text", text: "010" }],
      [height, "2400", { kind: "number", text: "2400" }],
      [rating, "", { kind: "empty" }],
    ] as const)
      expect(makeFilter({ ...draft, op: "equals", text }, column)).toMatchObject({ filter: { value } });
  });

  test("changing a condition begins with what it says", () => {
    for (const filter of [
      { column: height.id, op: "between", min: 1, max: null },
      { column: height.id, op: "equals", value: { kind: "number", text: "2400" } },
      { column: height.id, op: "oneOf", values: [{ kind: "missing" }] },
      { column: height.id, op: "contains", text: "x" },
      { column: height.id, op: "present" },
    ] as const) {
      expect(makeFilter(readDraft(filter), height)).toEqual({ ok: true, filter });
    }
  });
});
