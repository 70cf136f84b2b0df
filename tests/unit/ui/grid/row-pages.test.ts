import { describe, expect, it } from "vitest";
import { RowPages } from "#app/_ui/data-table/grid/row-pages.ts";

type Ask = {
  from: number;
  count: number;
  signal: AbortSignal;
  give: (rows: readonly string[]) => void;
  refuse: (reason: unknown) => void;
};

function name(index: number): string {
  return `row ${index}`;
}

function setUp(options: { rowCount?: number; pagesMax?: number; initialRows?: readonly string[] } = {}) {
  const asks: Ask[] = [];
  const pages = new RowPages<string>({
    rowCount: options.rowCount ?? 1000,
    pageRows: 10,
    pagesMax: options.pagesMax ?? 5,
    initialRows: options.initialRows,
    load: (from, count, signal) =>
      new Promise((give, refuse) => {
        asks.push({ from, count, signal, give, refuse });
      }),
  });
  const answer = async (from: number): Promise<void> => {
    const ask = asks.findLast((one) => one.from === from);
    if (ask === undefined) throw new Error(`Nobody asked for row ${from}.`);
    ask.give(Array.from({ length: ask.count }, (_, index) => name(ask.from + index)));
    await Promise.resolve();
  };
  const asked = (): string[] => asks.map(({ from, count }) => `${from}+${count}`);
  return { pages, asks, asked, answer };
}

describe("the rows a grid holds", () => {
  it("reads the pages that are wanted, each once, and gives every row at its own place", async () => {
    const { pages, asked, answer } = setUp();
    pages.want(5, 14);
    pages.want(5, 14);
    expect(asked()).toEqual(["0+10", "10+10"]);
    expect(pages.slot(12)).toEqual({ state: "reading" });
    await answer(10);
    await answer(0);
    expect(pages.slot(12)).toEqual({ state: "here", row: "row 12" });
    expect(pages.slot(0)).toEqual({ state: "here", row: "row 0" });
  });

  it("asks for no row before the first or after the last", () => {
    const { pages, asked } = setUp({ rowCount: 25 });
    pages.want(-20, 400);
    expect(asked()).toEqual(["0+10", "10+10", "20+5"]);
  });

  it("asks for nothing when there is nothing", () => {
    const { pages, asks } = setUp({ rowCount: 0 });
    pages.want(0, 20);
    expect(asks).toEqual([]);
  });

  it("tells its listeners of each change, and not after they left", async () => {
    const { pages, answer } = setUp();
    const seen: number[] = [];
    const leave = pages.subscribe(() => seen.push(pages.version()));
    pages.want(0, 19);
    await answer(0);
    leave();
    await answer(10);
    expect(seen).toEqual([1]);
    expect(pages.version()).toBe(2);
  });

  it("stops readings that are scrolled away and never shows their late answer", async () => {
    const { pages, asks, answer } = setUp();
    pages.want(0, 5);
    pages.want(500, 505);
    expect(asks[0]?.signal.aborted).toBe(true);
    await answer(0);
    expect(pages.slot(0)).toEqual({ state: "reading" });
    expect(pages.pageCount).toBe(1);
    pages.want(0, 5);
    expect(asks.filter((ask) => ask.from === 0)).toHaveLength(2);
  });

  it("never holds more than its pages, letting the longest unused go first", async () => {
    const { pages, asks, answer } = setUp({ pagesMax: 3 });
    for (const from of [0, 10, 20, 30, 40]) {
      pages.want(from, from + 9);
      await answer(from);
      expect(pages.pageCount).toBeLessThanOrEqual(3);
    }
    expect(pages.slot(40).state).toBe("here");
    expect(pages.slot(20).state).toBe("here");
    expect(pages.slot(0).state).toBe("reading");
    pages.want(0, 9);
    expect(asks.at(-1)?.from).toBe(0);
  });

  it("keeps what is seen even when that alone is more than its pages", async () => {
    const { pages, answer } = setUp({ pagesMax: 2 });
    pages.want(0, 39);
    for (const from of [0, 10, 20, 30]) await answer(from);
    for (const index of [0, 10, 20, 30]) expect(pages.slot(index).state).toBe("here");
  });

  it("says which rows failed and why, and reads them again only when told to", async () => {
    const { pages, asks, answer } = setUp({ rowCount: 15 });
    pages.want(10, 14);
    asks[0]?.refuse(new Error("The server answered 502."));
    await Promise.resolve();
    await Promise.resolve();
    expect(pages.slot(12)).toEqual({
      state: "failed",
      message: "The server answered 502.",
      from: 10,
      to: 14,
    });
    pages.want(10, 14);
    expect(asks).toHaveLength(1);
    pages.retry(12);
    expect(pages.slot(12)).toEqual({ state: "reading" });
    await answer(10);
    expect(pages.slot(12)).toEqual({ state: "here", row: "row 12" });
  });

  it("takes an answer with too few rows for a failure, never for a shorter table", async () => {
    const { pages, asks } = setUp();
    pages.want(0, 9);
    asks[0]?.give(["row 0"]);
    await Promise.resolve();
    expect(pages.slot(0)).toMatchObject({ state: "failed", message: "Portico sent 1 rows instead of 10." });
  });

  it("shows rows that are known already without reading them, whole pages only", () => {
    const { pages, asks } = setUp({ initialRows: Array.from({ length: 15 }, (_, index) => name(index)) });
    expect(pages.slot(9)).toEqual({ state: "here", row: "row 9" });
    pages.want(0, 19);
    expect(asks.map((ask) => ask.from)).toEqual([10]);
  });

  it("takes known rows that end before a page does when the table ends with them", () => {
    const { pages, asks } = setUp({ rowCount: 3, initialRows: ["row 0", "row 1", "row 2"] });
    pages.want(0, 2);
    expect(asks).toEqual([]);
    expect(pages.slot(2)).toEqual({ state: "here", row: "row 2" });
  });

  it("gives the same object for a row that did not change", async () => {
    const { pages, answer } = setUp();
    pages.want(0, 19);
    await answer(0);
    const before = pages.slot(3);
    await answer(10);
    expect(pages.slot(3)).toBe(before);
  });

  it("stops every reading when it is left, and can be taken up again", () => {
    const { pages, asks } = setUp();
    pages.want(0, 19);
    pages.stop();
    expect(asks.every((ask) => ask.signal.aborted)).toBe(true);
    pages.want(0, 9);
    expect(asks).toHaveLength(3);
  });
});
