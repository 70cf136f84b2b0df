import { describe, expect, it } from "vitest";
import { cutText, isLong, markOf } from "#app/_ui/data-table/grid/cell-text.ts";
import { columnWidthPx, RESIZE_MIN_PX } from "#app/_ui/data-table/grid/columns.ts";
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

describe("a text that may not fit its cell", () => {
  it("is told whole in a column that somebody has made narrow, however short it is", () => {
    expect(isLong("Innentuer-1", RESIZE_MIN_PX)).toBe(true);
    expect(isLong("EG", RESIZE_MIN_PX)).toBe(false);
  });

  it("is told whole where its letters are wider than most", () => {
    const column = { id: "c0", head: "Ebene", group: "ArchiCADProperties", textLength: 10 };
    expect(isLong("Außenwände", columnWidthPx(column))).toBe(true);
  });

  it("is not repeated where the column is as wide as its longest value", () => {
    const text = "Innentuer-1";
    const column = { id: "c0", head: "Name", group: "Attributes", textLength: text.length };
    expect(isLong(text, columnWidthPx(column))).toBe(false);
    expect(isLong("a text of more than twenty-four characters", 1_000)).toBe(true);
  });
});
