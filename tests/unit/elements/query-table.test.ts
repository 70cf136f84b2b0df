import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  EVERYTHING,
  STATE_OPS,
  type StateOp,
  type TableQuery,
  type ValueToken,
} from "#lib/elements/query/types.ts";
import { namedColumnId, propertyNameOfColumn } from "#lib/elements/query/address/named-column.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { charsOf } from "#tests/support/mutations.ts";
import { HUGE, NUMBERS, TEXTS } from "./query-answers.ts";
import { anyColumn, columns, holdsForAny, rows, use } from "./query-made-up.ts";
import { answer, cellOf, facetKey, tokenKey, valueKey, type ReferenceRow } from "./query-reference.ts";
import { anyFilterOf } from "./query-support.ts";
import { fromWire } from "#lib/elements/wire.ts";

const anyText = fc.constantFrom(...charsOf("W1,eEÜü%'[\u0000İ"), "w-1", "0.1", "0,1", ",5", "true", "a1");
const anyToken: fc.Arbitrary<ValueToken> = fc.oneof(
  fc.constantFrom(...TEXTS).map((text) => ({ kind: "text" as const, text })),
  fc.constantFrom(...NUMBERS, ...HUGE, "10e-2").map((text) => ({ kind: "number" as const, text })),
  fc.boolean().map((value) => ({ kind: "boolean" as const, value })),
  fc.constantFrom<ValueToken>(
    { kind: "empty" },
    { kind: "none" },
    { kind: "missing" },
    { kind: "list", text: "[1,2]" },
    { kind: "object", text: "{}" },
  ),
);
const end = fc.constantFrom(-3, 0, 0.1, 1, 2500, 1e19);
const { ofValues, others } = anyFilterOf(anyColumn, { text: anyText, token: anyToken, end });
const anyFilter = fc.oneof({ weight: 3, arbitrary: ofValues }, { weight: 2, arbitrary: others });
const anyQuery: fc.Arbitrary<TableQuery> = fc.record({
  search: fc.oneof(fc.constant(""), anyText),
  searchIn: fc.option(fc.array(anyColumn, { maxLength: 5 })),
  filters: fc.array(anyFilter, { maxLength: 3 }),
  anyOf: fc.array(fc.array(anyFilter, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  sorts: fc
    .uniqueArray(anyColumn, { maxLength: 3 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((column) => fc.record({ column: fc.constant(column), isDescending: fc.boolean() })),
      ),
    ),
});

describe("an element table answers as plain JavaScript over its cells does", () => {
  test("which rows, in which order", async () => {
    await holdsForAny([anyQuery], repeatsOf(500, 100), async (table, query) => {
      const found = await table.matches(query);
      expect([...found]).toEqual(answer(rows, columns, query).map(({ row }) => row));
    });
  });

  test("each operation in each column, with every value of it", async () => {
    await use(async (table) => {
      // In the gate every fourth value of a column, another one in each.
      const ofFour = repeatsOf(4, 1);
      for (const [place, column] of columns.slice(0, 6).entries()) {
        const facet = await table.facet(EVERYTHING, { column, search: "", limit: 500 });
        const statistics = await table.statistics(EVERYTHING, column);
        expect(statistics.top).toEqual(facet.values.slice(0, 12));
        for (const { value, count } of facet.values.filter((_, at) => (at + place) % 4 < ofFour)) {
          for (const op of ["equals", "notEquals"] as const) {
            const query: TableQuery = { ...EVERYTHING, filters: [{ column, op, value }] };
            const found = [...(await table.matches(query))];
            expect(found).toEqual(answer(rows, columns, query).map(({ row }) => row));
            if (op === "equals") expect(found.length).toBe(count);
          }
        }
      }
    });
  });

  test("pages hold the cells of the snapshot, of the columns asked for, in their order", async () => {
    await holdsForAny(
      [anyQuery, fc.nat(60), fc.nat(40), fc.array(anyColumn, { maxLength: 4 })],
      repeatsOf(150, 30),
      async (table, query, offset, limit, asked) => {
        const page = await table.page({ query, columns: asked, offset, limit });
        const expected = answer(rows, columns, query);
        expect(page.matches).toBe(expected.length);
        expect(page.total).toBe(rows.length);
        const isCell = (id: string): boolean => columns.includes(id);
        const wanted = expected.slice(offset, offset + limit).map((row) => ({
          row: row.row,
          id: row.id,
          ifcClass: row.ifcClass,
          cells: asked.map((id) => (isCell(id) ? cellOf(row, id) : undefined)),
        }));
        expect(page.rows.map((row) => ({ ...row, cells: fromWire([row])[0]?.cells }))).toEqual(wanted);
      },
    );
  });

  test("facets count every value under the filters on other columns", async () => {
    await holdsForAny(
      [anyQuery, anyColumn, fc.oneof(fc.constant(""), anyText)],
      repeatsOf(200, 40),
      async (table, query, column, search) => {
        const facet = await table.facet(query, { column, search, limit: 500 });
        const others = {
          ...query,
          filters: query.filters.filter((filter) => filter.column !== column),
          anyOf: query.anyOf.filter((group) => group.every((filter) => filter.column !== column)),
        };
        const counts = new Map<string, number>();
        const under = answer(rows, columns, others);
        // A value is found by any of its spellings, and counted with all of them.
        const found = new Set(
          answer(rows, columns, { ...EVERYTHING, search, searchIn: [column] }).map((row) =>
            facetKey(cellOf(row, column)),
          ),
        );
        for (const row of under) {
          const key = facetKey(cellOf(row, column));
          if (found.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        expect(new Map(facet.values.map(({ value, count }) => [tokenKey(value), count]))).toEqual(counts);
        expect(facet.distinct).toBe(counts.size);
        expect(facet.rows).toBe(under.length);
        const order = facet.values.map(({ count }) => count);
        expect(order).toEqual(order.toSorted((a, b) => b - a));
      },
    );
  });

  test("statistics: kinds of nothing apart, numbers added, nothing left out of the bins", async () => {
    await holdsForAny([anyQuery, anyColumn], repeatsOf(150, 30), async (table, query, column) => {
      const statistics = await table.statistics(query, column);
      const cells = answer(rows, columns, query).map((row) => cellOf(row, column));
      const count = (key: string): number => cells.filter((cell) => valueKey(cell) === key).length;
      const numbers = cells.flatMap((cell) =>
        cell !== null && typeof cell === "object" && cell.kind === "number" ? [cell.text] : [],
      );
      const finite = numbers.map(Number).filter(Number.isFinite);
      expect(statistics.rows).toBe(cells.length);
      expect(statistics.fill).toEqual({
        emptyText: count("empty "),
        none: count("none "),
        missing: count("missing "),
        present: cells.length - count("empty ") - count("none ") - count("missing "),
      });
      const figures = statistics.numbers;
      expect(figures.count).toBe(numbers.length);
      expect(figures.beyondRange).toBe(numbers.length - finite.length);
      expect(figures.rounded).toBe(numbers.filter((text) => HUGE.slice(0, 2).includes(text)).length);
      const sum = finite.reduce((total, value) => total + value, 0);
      const bound = finite.reduce((total, value) => total + Math.abs(value), 0) * 1e-12;
      expect(Math.abs((figures.sum ?? 0) - sum)).toBeLessThanOrEqual(bound);
      expect(figures.min).toBe(finite.length === 0 ? null : Math.min(...finite) + 0);
      expect(figures.max).toBe(finite.length === 0 ? null : Math.max(...finite) + 0);
      expect(figures.bins.reduce((total, bin) => total + bin.count, 0)).toBe(finite.length);
      expect(statistics.distinct).toBe(
        new Set(cells.map(valueKey).filter((key) => !/^(empty|none|missing) /.test(key))).size,
      );
    });
  });

  test("completeness: fill of columns and sets, and the rows that have the same columns filled", async () => {
    await holdsForAny([anyQuery], repeatsOf(60, 20), async (table, query) => {
      const found = await table.completeness(query, null);
      const under = answer(rows, columns, query);
      const letters = (row: ReferenceRow): string =>
        columns
          .map((id) => cellOf(row, id))
          .map((cell) => (cell === undefined ? "m" : cell === null || cell === "" ? "e" : "p"))
          .join("");
      const patterns = under.map(letters);
      expect(found.rows).toBe(under.length);
      expect(found.columns.map(({ id, fill }) => [id, fill.present, fill.missing])).toEqual(
        columns.map((id, i) => [
          id,
          patterns.filter((pattern) => pattern[i] === "p").length,
          patterns.filter((pattern) => pattern[i] === "m").length,
        ]),
      );
      for (const { pattern, count } of found.patterns ?? [])
        expect(patterns.filter((one) => one === pattern).length).toBe(count);
      const counted = (found.patterns ?? []).reduce((sum, { count }) => sum + count, 0);
      expect(counted + found.otherRows).toBe(under.length);
      expect(found.sets.map(({ set }) => set)).toEqual(["", "__proto__", "Pset_A"]);
      const first = found.sets[0];
      expect(first?.rows).toBe(patterns.filter((one) => /[pe]/.test(one.slice(0, first?.columns))).length);
      expect(found.sets.reduce((sum, { present }) => sum + present, 0)).toBe(
        patterns.join("").replaceAll(/[^p]/g, "").length,
      );
    });
  });

  test("an element shows every property it has, and no other", async () => {
    await use(async (table) => {
      for (const row of rows.filter((_, i) => i % 17 === 0)) {
        const detail = await table.element(row.row, EVERYTHING);
        expect(detail?.id).toBe(row.id);
        expect(detail?.source.ifcClass).toBe(row.ifcClass);
        const properties = detail?.properties.map(({ column, cell }) => [
          column.id,
          fromWire([{ id: "", cells: [cell] }])[0]?.cells[0],
        ]);
        expect(properties).toEqual(
          [...columns].filter((id) => row.cells.get(id) !== undefined).map((id) => [id, row.cells.get(id)]),
        );
      }
      expect(await table.element(rows.length, EVERYTHING)).toBeNull();
      expect(await table.element(-1, EVERYTHING)).toBeNull();
    });
  });

  test("columns: counts, kinds and extremes of what the cells hold", async () => {
    const described = await use((table) => table.describe());
    expect(described.columns.slice(0, 2).map(({ id }) => id)).toEqual(["id", "class"]);
    for (const column of described.columns.slice(2)) {
      const cells = rows.map((row) => cellOf(row, column.id));
      const numbers = cells.flatMap((cell) =>
        typeof cell === "object" && cell?.kind === "number" ? [Number(cell.text)] : [],
      );
      const finite = numbers.filter(Number.isFinite);
      expect(column.fill.missing).toBe(cells.filter((cell) => cell === undefined).length);
      expect(column.fill.none).toBe(cells.filter((cell) => cell === null).length);
      expect(column.fill.emptyText).toBe(cells.filter((cell) => cell === "").length);
      expect(column.min).toBe(finite.length === 0 ? null : Math.min(...finite) + 0);
      expect(column.max).toBe(finite.length === 0 ? null : Math.max(...finite) + 0);
      const values = cells.filter((cell) => cell !== undefined && cell !== null && cell !== "");
      expect(column.distinct).toBe(new Set(values.map(valueKey)).size);
    }
  });
});

describe("columns named by what they are", () => {
  test.each(["cNOTTHERE", namedColumnId({ set: "Pset_A", property: "NotThere" })])(
    "a property that the table does not have (%s) is named, and absent in every row",
    (column) =>
      use(async (table) => {
        const about = (op: StateOp): TableQuery => ({
          ...EVERYTHING,
          filters: [{ column, op }],
          sorts: [{ column, isDescending: true }],
        });
        expect(table.unknownColumns(about("missing"))).toEqual([column]);
        for (const op of STATE_OPS) {
          const holds = ["missing", "notPresent", "notNull", "notEmptyText"].includes(op);
          expect((await table.matches(about(op))).length, op).toBe(holds ? rows.length : 0);
        }
        const facet = await table.facet(EVERYTHING, { column, search: "", limit: 5 });
        expect(facet).toMatchObject({ column, rows: rows.length });
        expect(facet.values).toEqual([{ value: { kind: "missing" }, count: rows.length, isCut: false }]);
        const { fill } = await table.statistics(EVERYTHING, column);
        expect(fill).toEqual({ present: 0, emptyText: 0, none: 0, missing: rows.length });
        const completeness = await table.completeness(EVERYTHING, [column]);
        expect(completeness.columns).toEqual([{ id: column, fill }]);
      }),
  );

  test("a property is found by its name as by the table's own id of it", () =>
    use(async (table) => {
      const described = (await table.describe()).columns.filter(({ origin }) => origin !== "pseudo");
      expect(described.length).toBeGreaterThan(10);
      for (const column of described) {
        const found = async (id: string): Promise<unknown> => {
          const filters: TableQuery["filters"] = [{ column: id, op: "present" }];
          const query = { ...EVERYTHING, filters, sorts: [{ column: id, isDescending: false }] };
          const page = await table.page({ query: EVERYTHING, columns: [id], offset: 0, limit: 50 });
          return { matches: await table.matches(query), rows: page.rows };
        };
        expect(await found(namedColumnId(propertyNameOfColumn(column)))).toEqual(await found(column.id));
      }
    }));
});
