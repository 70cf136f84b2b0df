import { describe, expect, it } from "vitest";
import { moveCell } from "#app/_ui/data-table/grid/movement.ts";

const bounds = { rows: 100, columns: 8, viewRows: 20 };
const at = { row: 50, column: 3 };

describe("the keys of the grid", () => {
  it.each([
    ["ArrowUp", false, { row: 49, column: 3 }],
    ["ArrowDown", false, { row: 51, column: 3 }],
    ["ArrowLeft", false, { row: 50, column: 2 }],
    ["ArrowRight", false, { row: 50, column: 4 }],
    ["Home", false, { row: 50, column: 0 }],
    ["End", false, { row: 50, column: 7 }],
    ["PageUp", false, { row: 31, column: 3 }],
    ["PageDown", false, { row: 69, column: 3 }],
    ["ArrowUp", true, { row: 0, column: 3 }],
    ["ArrowDown", true, { row: 99, column: 3 }],
    ["ArrowLeft", true, { row: 50, column: 0 }],
    ["ArrowRight", true, { row: 50, column: 7 }],
    ["Home", true, { row: 0, column: 0 }],
    ["End", true, { row: 99, column: 7 }],
  ])("%s (to the edge: %s) leads to %o", (key, far, target) => {
    expect(moveCell(at, key, far, bounds)).toEqual(target);
  });

  it("never leads out of the grid", () => {
    expect(moveCell({ row: 99, column: 7 }, "ArrowDown", false, bounds)).toEqual({ row: 99, column: 7 });
    expect(moveCell({ row: 99, column: 7 }, "ArrowRight", false, bounds)).toEqual({ row: 99, column: 7 });
    expect(moveCell({ row: 95, column: 0 }, "PageDown", false, bounds)).toEqual({ row: 99, column: 0 });
    expect(moveCell({ row: 4, column: 0 }, "PageUp", false, bounds)).toEqual({ row: 0, column: 0 });
    expect(moveCell({ row: 0, column: 0 }, "ArrowLeft", false, bounds)).toEqual({ row: 0, column: 0 });
  });

  it("reaches the heads of the columns by the arrow alone, and comes back from them", () => {
    expect(moveCell({ row: 0, column: 2 }, "ArrowUp", false, bounds)).toEqual({ row: -1, column: 2 });
    expect(moveCell({ row: -1, column: 2 }, "ArrowUp", false, bounds)).toEqual({ row: -1, column: 2 });
    expect(moveCell({ row: -1, column: 2 }, "ArrowUp", true, bounds)).toEqual({ row: -1, column: 2 });
    expect(moveCell({ row: -1, column: 2 }, "PageUp", false, bounds)).toEqual({ row: -1, column: 2 });
    expect(moveCell({ row: -1, column: 2 }, "ArrowDown", false, bounds)).toEqual({ row: 0, column: 2 });
    expect(moveCell({ row: -1, column: 2 }, "End", false, bounds)).toEqual({ row: -1, column: 7 });
  });

  it("moves by at least one row in a view of one", () => {
    expect(moveCell(at, "PageDown", false, { ...bounds, viewRows: 1 })).toEqual({ row: 51, column: 3 });
  });

  it("leaves every other key to the page", () => {
    for (const key of ["Tab", "Enter", " ", "a", "Escape", "F5"])
      expect(moveCell(at, key, false, bounds)).toBeNull();
  });
});
