import { afterAll, describe, expect, test } from "vitest";
import { namedColumnId, propertyNameOfColumn } from "#lib/elements/query/address/named-column.ts";
import type { Table } from "#lib/elements/query/table.ts";
import { EVERYTHING, type Filter, type StateOp, type TableQuery } from "#lib/elements/query/types.ts";
import { openDesk } from "./query-support.ts";

const ROWS = 60;

/** Doors with a name; every third has a fire rating, and some of those are null or empty. */
function makeAnswer(): string {
  const elements = Array.from({ length: ROWS }, (_, n) => {
    const rating = ["null", '""', '"EI30"'][n % 9] ?? '"EI60"';
    const set = n % 3 === 0 ? `,"Pset_DoorCommon":{"FireRating":${rating}}` : "";
    return `"${String(n).padStart(22, "0")}":{"attributes":{"Name":"D-${String(n)}"}${set}}`;
  });
  return `{${elements.join(",")}}`;
}

const desk = await openDesk();
const sources = [await desk.keep(makeAnswer(), "IfcDoor")];

afterAll(() => desk.close());

function use<T>(work: (table: Table) => Promise<T>): Promise<T> {
  return desk.store.use(sources, work);
}

describe("columns named by what they are", () => {
  test.each(["cNOTTHERE", namedColumnId({ set: "Pset_DoorCommon", property: "NotThere" })])(
    "a property that the table does not have (%s) is named, and absent in every row",
    async (column) => {
      await use(async (table) => {
        const about = (filter: Omit<Filter, "column">): TableQuery => ({
          ...EVERYTHING,
          filters: [{ ...filter, column } as Filter],
          sorts: [{ column, isDescending: true }],
        });
        expect(table.unknownColumns(about({ op: "missing" }))).toEqual([column]);
        const size = async (op: StateOp): Promise<number> => (await table.matches(about({ op }))).length;
        expect(
          await Promise.all((["missing", "notPresent", "notNull", "notEmptyText"] as const).map(size)),
        ).toEqual(Array(4).fill(ROWS));
        expect(
          await Promise.all((["present", "notMissing", "null", "emptyText"] as const).map(size)),
        ).toEqual(Array(4).fill(0));
        const facet = await table.facet(EVERYTHING, { column, search: "", limit: 5 });
        expect(facet).toMatchObject({ column, rows: ROWS });
        expect(facet.values).toEqual([{ value: { kind: "missing" }, count: ROWS, isCut: false }]);
        const { fill } = await table.statistics(EVERYTHING, column);
        expect(fill).toEqual({ present: 0, emptyText: 0, none: 0, missing: ROWS });
        const completeness = await table.completeness(EVERYTHING, [column]);
        expect(completeness.columns).toEqual([{ id: column, fill }]);
      });
    },
  );

  test("a property is found by its name as by the table's own id of it", async () => {
    await use(async (table) => {
      const { columns } = await table.describe();
      for (const column of columns.filter(({ origin }) => origin !== "pseudo").slice(0, 20)) {
        const named = namedColumnId(propertyNameOfColumn(column));
        const query = (id: string): TableQuery => ({
          ...EVERYTHING,
          filters: [{ column: id, op: "present" }],
          sorts: [{ column: id, isDescending: false }],
        });
        expect(await table.matches(query(named))).toEqual(await table.matches(query(column.id)));
        const cells = async (id: string) =>
          (await table.page({ query: EVERYTHING, columns: [id], offset: 0, limit: 50 })).rows;
        expect(await cells(named)).toEqual(await cells(column.id));
      }
    });
  });
});
