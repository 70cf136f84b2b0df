/** A number in a narrow cell is the number, or a rounding of it that says so; never its beginning. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnWidthPx } from "#app/_ui/data-table/grid/columns.ts";
import { fitNumber, shownText } from "#app/_ui/data-table/grid/short-number.ts";

describe("a number in a cell that is too narrow for it", () => {
  test.each([
    ["7.22506320305114E-05", 12, "≈7.225063E-5"],
    ["7.22506320305114E-05", 20, "7.22506320305114E-05"],
    ["0.7619999999999989", 8, "≈0.762"],
    ["1234.5678", 7, "≈1234.6"],
    ["12345678901234567890", 12, "≈1.234568E19"],
    ["-2.5e400", 8, "-2.5e400"],
    ["-0.000012345", 9, "≈-1.23E-5"],
    ["1e-7", 2, "###"],
    // The mark is wider than a digit, and no decimal sign makes up for it.
    ["12345678", 5, "≈1E7"],
    ["123456", 3, "###"],
  ])("%s in %i characters is %s", (text, charsMax, shown) => {
    expect(fitNumber(text, charsMax)).toBe(shown);
  });

  test("a column that is as wide as its longest number shows it digit by digit", () => {
    for (let digits = 1; digits <= 28; digits += 1) {
      const text = "8".repeat(digits);
      const widthPx = columnWidthPx({ id: "a", head: "N", group: "G", end: true, textLength: digits });
      expect(shownText({ kind: "number", text }, widthPx)).toBe(text);
    }
  });

  test("what is shown is the number itself, or near it and marked, for 5,000 numbers and widths", () => {
    const number = fc.oneof(
      fc.double({ min: -1e300, max: 1e300, noNaN: true }).map(String),
      fc.bigInt().map(String),
      fc.double({ min: -1, max: 1, noNaN: true }).map((value) => value.toExponential(15).toUpperCase()),
    );
    fc.assert(
      fc.property(number, fc.integer({ min: 4, max: 30 }), (text, charsMax) => {
        const shown = fitNumber(text, charsMax);
        expect(shown.length).toBeLessThanOrEqual(charsMax);
        if (shown === "###") return;
        if (!shown.startsWith("≈")) {
          expect(shown).toBe(text);
          return;
        }
        const [exact, rounded] = [Number(text), Number(shown.slice(1))];
        expect(Math.abs(rounded - exact)).toBeLessThanOrEqual(Math.abs(exact) * 0.5 + Number.MIN_VALUE);
        // As many digits as fit: one more would not.
        const digits = shown.replace(/E.*/, "").replace(/\D/g, "").replace(/^0+/, "").length;
        // What this test computes with has no more than 15 digits itself.
        if (digits > 1 && Math.abs(exact) > 1e-300)
          expect(Math.abs(rounded - exact)).toBeLessThanOrEqual(
            Math.abs(exact) * 10 ** (1 - Math.min(15, digits)) + Number.MIN_VALUE,
          );
      }),
      { numRuns: 5_000 },
    );
  });
});
