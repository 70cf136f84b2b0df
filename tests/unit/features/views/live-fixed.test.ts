/** What is fixed about a live address: the columns of a view that names none, types, and headings that state a unit. */
import { expect, test } from "vitest";
import type { ExportColumn, ExportTable } from "#lib/elements/files/table.ts";
import { absentColumn, namedColumnId } from "#lib/elements/query/address/named-column.ts";
import type { UnionColumn } from "#lib/elements/query/union.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import {
  holdTable,
  listNewColumns,
  settleColumns,
  takeInColumns,
  viewOfAddress,
} from "#lib/features/views/live/fixed.ts";

const named = (property: string): string => namedColumnId({ property });

/** An attribute with one value in one row; without `kind` the value is empty. */
function column(
  property: string,
  kind: UnionColumn["kind"] = "none",
  unit: string | null = null,
): UnionColumn {
  const present = kind === "none" ? 0 : 1;
  const fill = { present, emptyText: 0, none: 0, missing: 1 - present };
  return { ...absentColumn(named(property), 1), id: `c${property}`, kind, unit, fill };
}

function tableOf(columns: readonly UnionColumn[]): ExportTable {
  const cells = columns.map(({ property }) => property);
  return {
    columns: columns.map((one): ExportColumn => ({ ...one, origin: "attribute" })),
    hasClass: false,
    rows: 1,
    iterate: async function* () {
      yield await Promise.resolve({ id: "0", ifcClass: "IfcDoor", cells });
    },
  };
}

const cellsOf = async (table: ExportTable): Promise<unknown> =>
  (await Array.fromAsync(table.iterate())).map(({ cells }) => cells);

const content = viewContentSchema.parse({ ifcClasses: ["IfcDoor"] });

test("a view that names no columns has those that it showed when the address was made, new ones are named and taken in last", () => {
  const first = [column("B", "number", "mm"), column("Empty"), column("A", "text")];
  const fixed = settleColumns(content, first, null);
  expect(fixed).toEqual([
    { id: named("B"), type: "double", unit: "mm" },
    { id: named("A"), type: "text", unit: null },
  ]);
  const later = [column("New", "boolean"), column("A", "number"), column("Empty")];
  expect(settleColumns(content, later, fixed)).toBe(fixed);
  expect(viewOfAddress(content, later, fixed).columns).toEqual(["class", named("B"), "cA"]);
  expect(listNewColumns(content, later, fixed)).toEqual(["New"]);
  expect(listNewColumns({ ...content, hidden: [{ property: "New" }] }, later, fixed)).toEqual([]);
  expect(takeInColumns(content, later, fixed)).toEqual([
    { id: named("B"), type: "double", unit: "mm" },
    { id: named("A"), type: "double", unit: null },
    { id: named("New"), type: "boolean", unit: null },
  ]);
});

test("a view that names columns decides them, and each keeps the type that it had first", () => {
  const names = { ...content, columns: [{ property: "A" }, { property: "Gone" }] };
  const fixed = settleColumns(names, [column("A", "number"), column("B", "text")], null);
  expect(fixed.map(({ id, type }) => [id, type])).toEqual([
    [named("A"), "double"],
    [named("Gone"), "text"],
  ]);
  const wider = { ...names, columns: [{ property: "B" }, { property: "A" }] };
  const later = settleColumns(wider, [column("A", "text"), column("B", "boolean")], fixed);
  expect(later.map(({ id, type }) => [id, type])).toEqual([
    [named("A"), "double"],
    [named("Gone"), "text"],
    [named("B"), "boolean"],
  ]);
  expect(viewOfAddress(wider, [column("A", "text")], later).columns).toEqual([named("B"), "cA"]);
});

test("below a heading that says a unit never stands a value in another one", async () => {
  const fixed = settleColumns(content, [column("W", "number", "mm"), column("H", "number", "mm")], null);
  const now = tableOf([column("W", "number", "m"), column("H", "number", "mm")]);
  const held = holdTable(now, fixed, true);
  expect(held.table.columns.map(({ unit, fill }) => [unit, fill.present])).toEqual([
    ["mm", 0],
    ["mm", 1],
  ]);
  expect(await cellsOf(held.table)).toEqual([[undefined, "H"]]);
  expect(held.emptied).toEqual(["W [mm]"]);
  const other = [{ column: "W", then: "mm", now: "m" }];
  expect(held.otherUnits).toEqual(other);

  // A heading without a unit claims nothing false.
  const plain = holdTable(now, fixed, false);
  expect(await cellsOf(plain.table)).toEqual([["W", "H"]]);
  expect(plain.emptied).toEqual([]);
  expect(plain.otherUnits).toEqual(other);

  // A file that states no unit this time leaves the heading unchanged.
  const unstated = holdTable(tableOf([column("W", "number"), column("H", "number", "mm")]), fixed, true);
  expect(unstated.table.columns.map(({ unit }) => unit)).toEqual(["mm", "mm"]);
  expect(unstated.emptied).toEqual([]);
  const conflict = { ...column("W", "number"), unitConflict: true };
  const unclear = holdTable(tableOf([conflict, column("H", "number", "mm")]), fixed, true);
  expect(unclear.emptied).toEqual(["W [mm]"]);
});
