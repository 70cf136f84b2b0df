/** Rectangles of cells: what they cover, and where the keys move their end. */
import { expect, test } from "vitest";
import {
  blockOf,
  columnsIn,
  everyCell,
  extendTo,
  rangeTo,
  rowsIn,
} from "#app/_ui/data-table/grid/selection.ts";

const bounds = { rows: 100, columns: 8, viewRows: 20 };

test("a range covers the same cells whichever corner it began at", () => {
  const [low, high] = [
    { row: 3, column: 1 },
    { row: 7, column: 2 },
  ];
  const block = { firstRow: 3, lastRow: 7, firstColumn: 1, lastColumn: 2 };
  expect(blockOf({ anchor: low, end: high })).toEqual(block);
  expect(blockOf({ anchor: high, end: low })).toEqual(block);
  expect(blockOf({ anchor: { row: 3, column: 2 }, end: { row: 7, column: 1 } })).toEqual(block);
  expect([rowsIn(block), columnsIn(block)]).toEqual([5, 2]);
});

test("one cell and a head make no range", () => {
  expect(rangeTo({ row: 3, column: 1 }, { row: 3, column: 1 })).toBeNull();
  expect(rangeTo({ row: -1, column: 1 }, { row: 3, column: 1 })).toBeNull();
  expect(everyCell({ rows: 1, columns: 1 })).toBeNull();
  expect(everyCell({ rows: 100, columns: 8 })).toEqual({
    anchor: { row: 0, column: 0 },
    end: { row: 99, column: 7 },
  });
});

test.each([
  ["ArrowDown", false, { row: 1, column: 3 }],
  ["ArrowUp", false, { row: 0, column: 3 }],
  ["ArrowUp", true, { row: 0, column: 3 }],
  ["End", true, { row: 99, column: 7 }],
  ["PageDown", false, { row: 19, column: 3 }],
])("%s (to the edge: %s) takes the end to %o and never onto the heads", (key, far, end) => {
  expect(extendTo({ row: 0, column: 3 }, key, far, bounds)).toEqual(end);
});

test("a key that does not move takes the end nowhere", () => {
  expect(extendTo({ row: 0, column: 3 }, "x", false, bounds)).toBeNull();
});
