import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "#lib/elements/read/limit-errors.ts";
import { cancelledError } from "#lib/elements/errors.ts";
import { failureOf, readTable, utf8 } from "./table.ts";

/** An answer with one value. */
const holding = (value: string, property = "p"): string => `{"a":{"s":{"${property}":${value}}}}`;
const brackets = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const nested = (depth: number): string => holding(brackets(depth - 3));
const columns = (count: number): string =>
  `{"a":{"s":{${Array.from({ length: count }, (_, i) => `"property ${i}":${i}`).join(",")}}}}`;

describe("the bounds of an answer", () => {
  it.each([
    ["depth", { depthMax: 10 }, nested(10), nested(11), "TOO_DEEP"],
    ["bytes of a text", { cellBytesMax: 4 }, holding('"\\u00e4xy"'), holding('"äxyz"'), "CELL_TOO_LARGE"],
    ["bytes of a list", { cellBytesMax: 5 }, holding("[1, 2]"), holding("[1,22]"), "CELL_TOO_LARGE"],
    ["columns", { columnsMax: 3 }, columns(3), columns(4), "TOO_MANY_COLUMNS"],
    [
      "bytes of a property name",
      { nameBytesMax: 3 },
      holding("1", "ppp"),
      holding("1", "pppp"),
      "NAME_TOO_LARGE",
    ],
    ["bytes of a set name", { nameBytesMax: 3 }, '{"a":{"sss":{}}}', '{"a":{"ssß":{}}}', "NAME_TOO_LARGE"],
    ["bytes of a GlobalId", { nameBytesMax: 3 }, '{"aaa":{}}', '{"aaaa":{}}', "NAME_TOO_LARGE"],
    ["rows", { rowsMax: 2 }, '{"a":{},"b":{}}', '{"a":{},"b":{},"c":{}}', "TOO_MANY_ROWS"],
    [
      "bytes of an element",
      { elementBytesMax: 20 },
      '{"a":{"s":{"p":1234}} }',
      '{"a":{"s":{"p":12345}} }',
      "ELEMENT_TOO_LARGE",
    ],
    [
      "bytes of an element in the array form",
      { elementBytesMax: 20 },
      '[{"uuid":"aa","s":{}} ]',
      '[{"uuid":"aaa","s":{}} ]',
      "ELEMENT_TOO_LARGE",
    ],
  ])("takes %s up to the limit and refuses one more by name", async (_, limits, atLimit, above, code) => {
    for (const windowBytes of [1, 64, 4096]) {
      expect(await failureOf(readTable([utf8(atLimit)], { ...limits, windowBytes }))).toBe("none");
      expect(await failureOf(readTable([utf8(above)], { ...limits, windowBytes }))).toBe(code);
    }
  });

  it("takes 64 brackets in each other in both forms, and refuses one more", async () => {
    expect(await failureOf(readTable(nested(64)))).toBe("none");
    expect(await failureOf(readTable(nested(65)))).toBe("TOO_DEEP");
    const inArray = (depth: number): string =>
      `[{"uuid":"a","property_sets":[{"name":"s","properties":[{"name":"p","value":${brackets(depth - 6)}}]}]}]`;
    expect(await failureOf(readTable(inArray(64)))).toBe("none");
    expect(await failureOf(readTable(inArray(65)))).toBe("TOO_DEEP");
    expect(await failureOf(readTable("[".repeat(1_000_000)))).toBe("TOO_DEEP");
  });

  it("reads 50,000 columns, and refuses 50,001", async () => {
    const table = await readTable(columns(50_000));
    expect(table.columns).toHaveLength(50_000);
    expect(new Set(table.columns.map((column) => column.id)).size).toBe(50_000);
    expect(table.rows[0]?.cells[49_999]).toEqual({ kind: "number", text: "49999" });
    expect(await failureOf(readTable(columns(50_001)))).toBe("TOO_MANY_COLUMNS");
  });

  it("reads a cell of 10 MB, and refuses a larger one", async () => {
    const cell = (bytes: number): string => holding(`"${"x".repeat(bytes)}"`);
    const { rows } = await readTable(cell(DEFAULT_LIMITS.cellBytesMax));
    expect(rows[0]?.cells[0]).toHaveLength(10_000_000);
    expect(await failureOf(readTable(cell(DEFAULT_LIMITS.cellBytesMax + 1)))).toBe("CELL_TOO_LARGE");
  });

  it("does not gather an element without end", async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield utf8('{"a":{"s":{"p":"');
      const piece = utf8("x".repeat(65_536));
      for (;;) {
        sent += piece.length;
        yield await Promise.resolve(piece);
      }
    }
    expect(await failureOf(readTable(endless(), { elementBytesMax: 1_000_000 }))).toBe("ELEMENT_TOO_LARGE");
    expect(sent).toBeLessThan(4_000_000);
  });

  it("gives up when told to, even while the source says nothing", async () => {
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(utf8('{"a":')),
    });
    const giveUp = new AbortController();
    const reading = failureOf(readTable(silent, {}, giveUp.signal));
    giveUp.abort();
    expect(await reading).toBe(cancelledError(giveUp.signal).code);
  });

  it("passes the source's own error on unchanged", async () => {
    const broken = new Error("socket hang up");
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(utf8('{"a":{}'));
      throw broken;
    }
    await expect(readTable(failing())).rejects.toBe(broken);
  });
});
