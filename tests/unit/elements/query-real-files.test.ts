import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { EVERYTHING, type Filter, type TableQuery, type ValueToken } from "#lib/elements/query/types.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { read, readFixture } from "../ifc/support.ts";
import { answer, cellOf, textOf } from "./query-reference.ts";
import { openDesk } from "./query-support.ts";

const desk = await openDesk();

afterAll(() => desk.close());

function tokenOf(cell: Cell): ValueToken {
  if (cell === undefined) return { kind: "missing" };
  if (cell === null) return { kind: "none" };
  if (cell === "") return { kind: "empty" };
  if (typeof cell === "string") return { kind: "text", text: cell };
  return typeof cell === "boolean" ? { kind: "boolean", value: cell } : { kind: cell.kind, text: cell.text };
}

const OPS = ["equals", "contains", "oneOf", "between", "missing", "null", "emptyText", "present"] as const;

/** So many of them, at even distances. */
const spreadOver = (all: readonly string[], count: number): string[] =>
  all.filter((_, at) => Math.floor(((at + 1) * count) / all.length) > Math.floor((at * count) / all.length));

test.each(["ac20-fzk-haus-ifc4.ifc", "air-terminal-propertykinds-ifc4.ifc", "revit2020-ifc4-rooms.ifc"])(
  "all classes of %s together: every operation with values of the file",
  async (name) => {
    const { files, result } = await read(readFixture(name));
    const classes = (result.index?.classes ?? []).map((entry) => entry.name).slice(0, 12);
    const parts = await Promise.all(
      classes.map((ifcClass) => desk.keep(files[`${ifcClass}.json`] ?? "{}", ifcClass)),
    );
    await desk.store.use(parts, async (table) => {
      const { columns, rows } = await desk.read(parts, table);
      expect(rows.length).toBeGreaterThan(0);
      // A value that some element has, so that some rows meet the conditions and others do not.
      const filter = fc
        .record({
          column: fc.constantFrom(...columns, "id", "class"),
          row: fc.constantFrom(...rows),
          part: fc.nat(3),
          isNegated: fc.boolean(),
          op: fc.constantFrom(...OPS),
        })
        .map(({ column, row, part, isNegated, op: positive }): Filter => {
          const cell = cellOf(row, column);
          const text = textOf(cell).slice(part) || "a";
          const op = isNegated
            ? (`not${positive.charAt(0).toUpperCase()}${positive.slice(1)}` as const)
            : positive;
          const number = Number(textOf(cell));
          return {
            column,
            op,
            text,
            value: tokenOf(cell),
            values: [tokenOf(cell), { kind: "none" }],
            min: Number.isFinite(number) ? number - part : 0,
            max: null,
          } as Filter;
        });
      const query: fc.Arbitrary<TableQuery> = fc.record({
        search: fc.oneof(
          { weight: 3, arbitrary: fc.constant("") },
          { weight: 1, arbitrary: fc.constantFrom("a", "Wand", "0.", "true", "IFC") },
        ),
        searchIn: fc.constant(null),
        filters: fc.array(filter, { maxLength: 2 }),
        anyOf: fc.array(fc.array(filter, { minLength: 1, maxLength: 3 }), { maxLength: 1 }),
        sorts: fc
          .uniqueArray(fc.constantFrom(...columns, "id", "class"), { maxLength: 2 })
          .map((ids) => ids.map((column, i) => ({ column, isDescending: i % 2 === 0 }))),
      });
      await fc.assert(
        fc.asyncProperty(query, async (asked) => {
          expect([...(await table.matches(asked))]).toEqual(
            answer(rows, columns, asked).map(({ row }) => row),
          );
        }),
        { numRuns: repeatsOf(150, 30) },
      );
      const faceted = spreadOver(columns, repeatsOf(columns.length, 20));
      // The most that the store answers at once.
      for (let at = 0; at < faceted.length; at += 2) {
        const facets = faceted
          .slice(at, at + 2)
          .map((column) => table.facet(EVERYTHING, { column, search: "", limit: 500 }));
        for (const facet of await Promise.all(facets)) expect(facet.rows).toBe(rows.length);
      }
    });
  },
);
