import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";

describe("a cursor", () => {
  test("comes back as it was written", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 50 }), { minLength: 1, maxLength: 4 }), (values) => {
        fc.pre(values.every((value) => !value.includes("\0")));
        expect(readCursor(writeCursor(values), values.length)).toEqual(values);
      }),
    );
  });

  test("that is none counts as none", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const values = readCursor(text, 2);
        expect(values === null || values.length === 2).toBe(true);
      }),
    );
    expect(readCursor(writeCursor(["a"]), 2)).toBeNull();
    expect(readCursor(writeCursor(["a\0", "b"]), 2)).toBeNull();
    expect(readCursor("x".repeat(5_000), 2)).toBeNull();
  });
});
