import { describe, expect, it } from "vitest";
import { cutText, markOf } from "#app/_ui/data-table/grid/cell-text.ts";
import { tellCell } from "#lib/elements/told-values.ts";

describe("the marks of cells", () => {
  it("never lets missing, no value, empty text and white space look alike", () => {
    expect([undefined, null, "", " \t"].map(markOf)).toEqual(["missing", "null", "empty", "blank"]);
  });

  it("takes zero, false and the text null for values", () => {
    expect(markOf({ kind: "number", text: "0" })).toBe("value");
    expect(markOf(false)).toBe("value");
    expect(markOf("null")).toBe("value");
  });

  it("shows numbers digit by digit and lists as the answer wrote them", () => {
    expect(tellCell({ kind: "number", text: "0.10" })).toBe("0.10");
    expect(tellCell({ kind: "number", text: "12345678901234567890" })).toBe("12345678901234567890");
    expect(tellCell({ kind: "list", text: '["a",1.50]' })).toBe('["a",1.50]');
    expect(markOf({ kind: "object", text: "{}" })).toBe("json");
    expect(tellCell(true)).toBe("true");
    expect(tellCell(null)).toBe("");
    expect(tellCell(undefined)).toBe("");
  });
});

describe("cutting a text", () => {
  it("leaves alone what fits and marks what does not", () => {
    expect(cutText("abc", 3)).toBe("abc");
    expect(cutText("abcd", 3)).toBe("abc…");
  });

  it("never cuts a character in two", () => {
    expect(cutText("ab😀cd", 3)).toBe("ab…");
    expect(cutText("ab😀cd", 4)).toBe("ab😀…");
  });
});
