import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EVERYTHING, type TableQuery } from "#lib/elements/query/types.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { anyColumn, columns, holdsForAny, rows } from "./query-made-up.ts";
import { answer, cellOf, facetKey, tokenKey, type ReferenceRow } from "./query-reference.ts";

const anyQuery: fc.Arbitrary<TableQuery> = fc.record({
  search: fc.constantFrom("", "W", "1", "nowhere"),
  searchIn: fc.constant(null),
  filters: fc.array(
    fc.oneof(
      anyColumn.map((column) => ({ column, op: "present" as const })),
      anyColumn.map((column) => ({ column, op: "between" as const, min: 0, max: null })),
    ),
    { maxLength: 1 },
  ),
  anyOf: fc.constant(EVERYTHING.anyOf),
  sorts: fc.constant(EVERYTHING.sorts),
});

test("sums: every row in one group, groups by value, numbers added, everything else counted as without", async () => {
  const anyGroups = fc.uniqueArray(anyColumn, { maxLength: 2 });
  const anySums = fc.array(anyColumn, { maxLength: 3 });
  const keyOf = (row: ReferenceRow, groups: readonly string[]): string =>
    JSON.stringify(groups.map((column) => facetKey(cellOf(row, column))));
  await holdsForAny(
    [anyQuery, anyGroups, anySums],
    repeatsOf(150, 30),
    async (table, query, groups, sums) => {
      const found = await table.sums(query, { groups, sums, limit: 1_000 });
      const under = answer(rows, columns, query);
      const wanted = Map.groupBy(under, (row) => keyOf(row, groups));
      const keys = found.groups.map(({ values }) =>
        JSON.stringify(values.map(({ value }) => tokenKey(value))),
      );
      expect(keys.toSorted()).toEqual([...wanted.keys()].toSorted());
      expect([found.groupCount, found.total.rows]).toEqual([wanted.size, under.length]);
      for (const [i, line] of [...found.groups, found.total].entries()) {
        const own = i < keys.length ? (wanted.get(keys[i] ?? "") ?? []) : under;
        expect(line.rows).toBe(own.length);
        for (const [at, column] of sums.entries()) {
          const finite = own.flatMap((row) => {
            const cell = cellOf(row, column);
            const isNumber = cell !== null && typeof cell === "object" && cell.kind === "number";
            return isNumber && Number.isFinite(Number(cell.text)) ? [Number(cell.text)] : [];
          });
          const sum = finite.reduce((total, value) => total + value, 0);
          const bound = finite.reduce((total, value) => total + Math.abs(value), 0) * 1e-12;
          expect(line.sums[at]?.numbers).toBe(finite.length);
          expect(line.sums[at]?.sum === null).toBe(finite.length === 0);
          expect(Math.abs((line.sums[at]?.sum ?? 0) - sum)).toBeLessThanOrEqual(bound);
        }
      }
      const some = await table.sums(query, { groups, sums, limit: 3 });
      expect(some).toEqual({ ...found, groups: found.groups.slice(0, 3) });
    },
  );
});
