import { describe, expect, it } from "vitest";
import { columnWidthPx, pageRowsFor } from "#app/_ui/data-table/grid/columns.ts";

const column = { id: "a", head: "Tag", group: "Attributes" };

describe("columns of the grid", () => {
  it("is wide enough for head and unit, and never wider or narrower than the grid allows", () => {
    const short = columnWidthPx({ ...column, textLength: 1 });
    const withUnit = columnWidthPx({
      ...column,
      head: "ThermalTransmittance",
      unit: "W/(m²·K)",
      textLength: 1,
    });
    const long = columnWidthPx({ ...column, textLength: 10_000_000 });
    expect(short).toBe(92);
    expect(withUnit).toBeGreaterThan(200);
    expect(long).toBe(260);
  });

  it("makes room for saying that a unit is not stated", () => {
    const head = "AcousticRating";
    expect(columnWidthPx({ ...column, head, unit: null, textLength: 1 })).toBeGreaterThan(
      columnWidthPx({ ...column, head, textLength: 1 }),
    );
  });

  it("holds fewer rows a page the wider the table is", () => {
    expect(pageRowsFor(1)).toBe(100);
    expect(pageRowsFor(60)).toBe(100);
    expect(pageRowsFor(1_000)).toBe(20);
    expect(pageRowsFor(50_000)).toBe(10);
  });
});
