import { describe, expect, test } from "vitest";
import { listOtherUnits, toColumnUnit } from "#lib/elements/query/units/condition-units.ts";
import type { Filter } from "#lib/elements/query/types.ts";
import { convertNumber } from "#lib/elements/query/units/conversion.ts";
import { unitSymbol } from "#lib/elements/units/unit-symbol.ts";

describe("a number in another unit", () => {
  test.each([
    ["0.9", "m", "mm", "900"],
    ["0.07", "m", "cm", "7"],
    ["900", "mm", "m", "0.9"],
    ["1", "in", "mm", "25.4"],
    ["1", "ft", "in", "12"],
    ["2.5", "m²", "mm²", "2500000"],
    ["1", "m³", "l", "1000"],
    ["0.24", "W/(m²·K)", "W/(mm²·K)", "0.00000024"],
    ["7850", "kg/m³", "g/m³", "7850000"],
    ["90", "min", "h", "1.5"],
    ["-1e-3", "km", "m", "-1"],
    ["12345678901234567890", "m", "mm", "12345678901234567890000"],
    ["1", "N/mm²", "N/m²", "1000000"],
  ])("%s %s is, in %s, %s, to the last digit", (text, from, to, wanted) => {
    expect(convertNumber(text, from, to)).toBe(wanted);
    expect(Number(convertNumber(wanted, to, from))).toBe(Number(text));
  });

  test("a fraction without an end is rounded to what a double holds", () => {
    expect(convertNumber("0.9", "m", "ft")).toBe("2.95275590551181");
    expect(convertNumber("1", "h", "d")).toMatch(/^0\.0416666666666667$/);
  });

  test.each([
    ["m", "m²"],
    ["m", "°"],
    ["rad", "°"],
    ["°C", "K"],
    ["J", "N·m"],
    ["m", "Stück"],
    ["m", ""],
    ["m/s/s", "m/s²"],
    ["__proto__", "m"],
    ["constructor", "m"],
    ["m".repeat(1_000), "m"],
  ])("%s and %s are not compared", (from, to) => {
    expect(convertNumber("1", from, to)).toBeNull();
    expect(convertNumber("1", to, from)).toBeNull();
  });

  test("every prefix of a file's metre leads to the metre and back", () => {
    const prefixes = "EXA PETA TERA GIGA MEGA KILO HECTO DECA DECI CENTI MILLI MICRO NANO PICO FEMTO ATTO";
    for (const prefix of prefixes.split(" ")) {
      const symbol = unitSymbol([{ name: "METRE", prefix, unitType: null, elements: [] }], 0) ?? "";
      const metres = convertNumber("1", symbol, "m") ?? "";
      expect(convertNumber(metres, "m", symbol), prefix).toBe("1");
    }
  });
});

describe("a condition", () => {
  const WIDE: Filter = { column: "w", op: "between", min: 0.9, max: null, unit: "m" };

  test("asks every column for the same quantity, in the column's unit", () => {
    expect(toColumnUnit(WIDE, "mm")).toEqual({ column: "w", op: "between", min: 900, max: null, unit: "mm" });
    const mixed: Filter = {
      column: "w",
      op: "oneOf",
      values: [{ kind: "number", text: "0.07" }, { kind: "missing" }, { kind: "text", text: "0.07" }],
      unit: "m",
    };
    expect(toColumnUnit(mixed, "cm")).toEqual({
      ...mixed,
      values: [{ kind: "number", text: "7" }, { kind: "missing" }, { kind: "text", text: "0.07" }],
      unit: "cm",
    });
  });

  test("takes the column's unit where it names none; texts have none", () => {
    const plain: Filter = { column: "w", op: "notBetween", min: 1, max: 2 };
    expect(toColumnUnit(plain, "mm")).toEqual({ ...plain, unit: "mm" });
    expect(toColumnUnit(plain, null)).toEqual(plain);
    const text: Filter = { column: "w", op: "equals", value: { kind: "text", text: "0.9" } };
    expect(toColumnUnit(text, "mm")).toEqual(text);
  });

  test("keeps its numbers and its unit where the column states another quantity or none, and is named", () => {
    for (const unit of ["m²", null]) {
      expect(toColumnUnit(WIDE, unit)).toEqual(WIDE);
      expect(listOtherUnits({ filters: [WIDE], anyOf: [] }, [{ id: "w", unit }])).toEqual([
        { filter: WIDE, asked: "m", stated: unit },
      ]);
    }
    const inUnit = { filters: [], anyOf: [[toColumnUnit(WIDE, "mm")]] };
    expect(listOtherUnits(inUnit, [{ id: "w", unit: "mm" }])).toEqual([]);
    expect(listOtherUnits(inUnit, [])).toEqual([]);
  });
});
