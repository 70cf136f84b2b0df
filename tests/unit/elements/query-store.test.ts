import { readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { IndexFile } from "#lib/elements/query/index/index-file.ts";
import { TableNotReady } from "#lib/elements/query/not-ready.ts";
import type { TablePart } from "#lib/elements/query/table-store.ts";
import type { Table } from "#lib/elements/query/table.ts";
import { EVERYTHING, type TableQuery } from "#lib/elements/query/types.ts";
import { randomNumbers } from "#tests/support/mutations.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { until } from "#tests/support/until.ts";
import { answer } from "./query-reference.ts";
import { openDesk, type Desk } from "./query-support.ts";

let desk: Desk | null = null;

afterEach(async () => {
  await desk?.close();
  desk = null;
});

async function newDesk(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  desk = await openDesk(options);
  return desk;
}

const door = (i: number, properties: string): string =>
  `"${String(i).padStart(22, "0")}":{"attributes":{"Name":"D-${String(i)}"},"Pset_A":{${properties}}}`;

/** Doors whose marks and widths are all different. */
function manyDoors(count: number): string {
  const doors = Array.from({ length: count }, (_, i) => {
    const mark = i % 11 === 0 ? "" : `"Mark":"${i % 2 === 0 ? "m" : "M"}-${String((i * 7919) % count)}",`;
    return door(
      i,
      `${mark}"Width":${String(((i * 31) % count) / 8)},"Kind":"K${String(i % 9)}","Spelled":${String(i % 500)}.${"0".repeat(1 + (i % 40))}`,
    );
  });
  return `{${doors.join(",")}}`;
}

/** Whether a table answers as its cells do. */
async function compareWith(
  table: Table,
  { columns, rows }: Awaited<ReturnType<Desk["read"]>>,
  queries: readonly Partial<TableQuery>[],
): Promise<void> {
  for (const asked of queries) {
    const query = { ...EVERYTHING, ...asked };
    expect([...(await table.matches(query))]).toEqual(answer(rows, columns, query).map(({ row }) => row));
  }
}

/** How many rows a search finds. */
const countOf =
  (search: string) =>
  async (table: Table): Promise<number> =>
    (await table.matches({ ...EVERYTHING, search })).length;

const indexFiles = async ({ folder }: Desk): Promise<string[]> =>
  (await readdir(join(folder, "tables"))).filter((name) => name.endsWith(".duckdb"));

test("columns of more different values than are numbered answer like all others", async () => {
  const { keep, read, store } = await newDesk();
  const sources = [await keep(manyDoors(24_000))];
  await store.use(sources, async (table) => {
    const { columns, rows } = await read(sources, table);
    const described = await table.describe();
    const id = (property: string): string =>
      described.columns.find((column) => column.property === property)?.id ?? "";
    expect(described.columns.find((column) => column.property === "Width")?.distinct).toBe(24_000);
    await compareWith(table, { columns, rows }, [
      { sorts: [{ column: id("Mark"), isDescending: false }] },
      { sorts: [{ column: id("Mark"), isDescending: true }] },
      {
        sorts: [
          { column: id("Kind"), isDescending: false },
          { column: id("Width"), isDescending: true },
        ],
      },
      { sorts: [{ column: id("Spelled"), isDescending: true }] },
      { search: "m-123" },
      { search: "12.5" },
      { filters: [{ column: id("Width"), op: "between", min: 100, max: 1000.5 }] },
      { filters: [{ column: id("Mark"), op: "notContains", text: "77" }] },
      { filters: [{ column: id("Width"), op: "equals", value: { kind: "number", text: "125e-1" } }] },
      { filters: [{ column: id("Mark"), op: "missing" }], search: "D-1" },
    ]);
    const statistics = await table.statistics(EVERYTHING, id("Width"));
    expect(statistics.numbers.count).toBe(24_000);
    expect(statistics.numbers.max).toBe(23_999 / 8);
    expect(statistics.numbers.sum).toBeCloseTo((23_999 * 24_000) / 16, 4);
  });
});

test("numbers of any size keep their digits in the index, however many there are", async () => {
  const { keep, store } = await newDesk();
  const random = randomNumbers(3);
  const numbers = Array.from({ length: 40_000 }, (_, i) => {
    const digits = i % 3 === 0 ? Math.round(random() * 1e6) / 1e6 : random() + random() / 2 ** 32;
    return (i % 2 === 0 ? 1 : -1) * digits * 10 ** ((i % 24) - 6);
  });
  const spelled = Map.groupBy(numbers, String);
  const sources = [
    await keep(`{${numbers.map((number, i) => door(i, `"Width":${String(number)}`)).join(",")}}`),
  ];
  await store.use(sources, async (table) => {
    const { columns } = await table.describe();
    const width = columns.find((column) => column.property === "Width")?.id ?? "";
    for (let from = 20_000; from < numbers.length; from += 20_000 / repeatsOf(100, 20)) {
      const values = numbers
        .slice(from, from + 200)
        .map((number) => ({ kind: "number" as const, text: String(number) }));
      const found = await table.matches({ ...EVERYTHING, filters: [{ column: width, op: "oneOf", values }] });
      expect(found.length).toBe(values.reduce((sum, { text }) => sum + (spelled.get(text)?.length ?? 0), 0));
    }
  });
});

test("a table of 50,000 columns is sorted, filtered, searched and looked at", async () => {
  const { keep, read, store } = await newDesk();
  const wide = (i: number): string => {
    const cells = Array.from({ length: 50_000 - 1 }, (_, c) =>
      c < 600 || (c + i) % 20 === 0 ? [`"p${String(c)}":${String((c * i) % 97)}`] : [],
    );
    return door(i, cells.flat().join(","));
  };
  const sources = [await keep(`{${Array.from({ length: 20 }, (_, i) => wide(i)).join(",")}}`)];
  await store.use(sources, async (table) => {
    const { columns, rows } = await read(sources, table);
    expect(columns.length).toBe(50_000);
    const far = columns[49_990] ?? "";
    const farther = columns[30_001] ?? "";
    await compareWith(table, { columns, rows }, [
      {
        sorts: [
          { column: far, isDescending: true },
          { column: farther, isDescending: false },
        ],
      },
      { filters: [{ column: far, op: "present" }] },
      {
        filters: [
          { column: far, op: "missing" },
          { column: farther, op: "notBetween", min: 3, max: 50 },
        ],
      },
      { search: "96", searchIn: [far, farther, columns[5] ?? ""] },
      { search: "D-1" },
    ]);
    const [row] = (await table.page({ query: EVERYTHING, columns: [far, farther], offset: 3, limit: 1 }))
      .rows;
    expect(row?.cells.length).toBe(2);
    const fill = await table.completeness(EVERYTHING, [far, columns[0] ?? ""]);
    expect(fill.columns.map(({ fill: { present } }) => present)).toEqual([
      20,
      rows.filter(({ cells }) => cells.get(far) !== undefined).length,
    ]);
    expect(fill.patterns).toBeNull();
  });
});

test("an index is made once for all who ask at the same time, and found again later", async () => {
  const { keep, store, folder } = await newDesk();
  let opened = 0;
  const part = await keep(manyDoors(300));
  const open: TablePart["open"] = () => {
    opened += 1;
    return part.open();
  };
  const counted = { ...part, open };
  const ask = (): Promise<number> => store.use([counted], countOf("K3"));
  const found = await Promise.all(Array.from({ length: 20 }, ask));
  expect(new Set(found)).toEqual(new Set([33]));
  expect(opened).toBe(1);
  const tables = join(folder, "tables");
  const [file = "", ...others] = (await readdir(tables)).filter((name) => name !== "spill");
  expect([file.endsWith(".duckdb"), others]).toEqual([true, []]);
  const { mtimeMs } = await stat(join(tables, file));
  await store.close();
  expect(await ask()).toBe(33);
  expect((await stat(join(tables, file))).mtimeMs).toBeGreaterThanOrEqual(mtimeMs);
});

test("a table that is wanted again while it is being closed is opened after that, and keeps its index", async () => {
  const current = await newDesk();
  const { store } = current;
  const parts = await Promise.all(Array.from({ length: 9 }, (_, i) => current.keep(manyDoors(40 + i))));
  const opened: string[] = [];
  const ask = (i: number): Promise<number> => {
    const part = parts[i] as TablePart;
    const open: TablePart["open"] = () => {
      opened.push(part.snapshotId);
      return part.open();
    };
    return store.use([{ ...part, open }], countOf("K3"));
  };
  for (let i = 0; i < 8; i += 1) await ask(i);
  const indexes = async (): Promise<number[]> => {
    const files = (await indexFiles(current)).map((name) => stat(join(current.folder, "tables", name)));
    return (await Promise.all(files)).map(({ ino }) => ino);
  };
  const before = await indexes();

  const [begun, held] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const close = vi.spyOn(IndexFile.prototype, "close");
  close.mockImplementationOnce(async function (this: IndexFile) {
    begun.resolve(null);
    await held.promise;
    await this.close();
  });
  const ninth = ask(8);
  await begun.promise;
  const again = ask(0);
  expect(opened).toHaveLength(9);
  held.resolve(null);
  expect(await again).toBe(await ask(0));
  await ninth;
  close.mockRestore();
  expect(await indexes()).toEqual(expect.arrayContaining(before));
});

test.each([
  ["cut", (path: string) => truncate(path, 5_000)],
  ["empty", (path: string) => truncate(path, 0)],
  ["gone", (path: string) => rm(path)],
  ["no database", (path: string) => writeFile(path, "an index, surely")],
])("an index that is %s is made again", async (_, damage) => {
  const current = await newDesk();
  const sources = [await current.keep(manyDoors(300))];
  const ask = (): Promise<number> => current.store.use(sources, countOf("K3"));
  expect(await ask()).toBe(33);
  await current.store.close();
  const [file = ""] = await indexFiles(current);
  await damage(join(current.folder, "tables", file));
  expect(await ask()).toBe(33);
});

test("index files stay within their size; those used last stay", async () => {
  const current = await newDesk({ bytesMax: 1 });
  for (let i = 0; i < 12; i++) {
    const sources = [await current.keep(manyDoors(40 + i))];
    await current.store.use(sources, (table) => table.describe());
  }
  // Open tables keep their files; the others were removed when the next index was built.
  expect((await indexFiles(current)).length).toBeLessThanOrEqual(9);
});

test("who cannot wait is told how far it is, and finds the table later", async () => {
  const current = await newDesk({ waitMs: 0 });
  const sources = [await current.keep(manyDoors(5_000))];
  const ask = (): Promise<number> => current.store.use(sources, countOf("K3"));
  const first = await ask().catch((error: unknown) => error);
  expect(first).toBeInstanceOf(TableNotReady);
  expect(first).toMatchObject({ reason: "preparing", progress: { rows: 5_000 } });
  // Rows in their original order need no index.
  const page = await current.store.use(sources, (table) =>
    table.page({ query: EVERYTHING, columns: [], offset: 4_999, limit: 5 }),
  );
  expect(page.rows.map(({ row }) => row)).toEqual([4_999]);
  expect(await until("the table is there", () => ask().catch(() => 0))).toBe(556);
});

test("a question of somebody who has gone ends, and the next one is answered", async () => {
  const { keep, store } = await newDesk();
  const sources = [await keep(manyDoors(3_000))];
  await store.use(sources, async (table) => {
    await table.describe();
    const gone = AbortSignal.abort();
    await expect(table.matches({ ...EVERYTHING, search: "K1" }, { signal: gone })).rejects.toMatchObject({
      code: "CANCELLED",
    });
    const aborter = new AbortController();
    const asked = table
      .matches({ ...EVERYTHING, search: "K2" }, { signal: aborter.signal })
      .catch((error: unknown) => error);
    aborter.abort();
    const outcome = await asked;
    if (!(outcome instanceof Int32Array)) expect(outcome).toMatchObject({ code: "CANCELLED" });
    expect(await countOf("K3")(table)).toBe(333);
  });
});

test("a table without rows and one without columns are tables", async () => {
  const { keep, store } = await newDesk();
  const empty = [await keep("{}")];
  const bare = [await keep('{"0000000000000000000001":{}}')];
  expect(await store.use(empty, (table) => table.describe())).toMatchObject({ rows: 0 });
  expect(await store.use(empty, countOf("x"))).toBe(0);
  expect((await store.use(empty, (table) => table.completeness(EVERYTHING, null))).patterns).toBeNull();
  expect(await store.use(bare, countOf("001"))).toBe(1);
  const facet = await store.use(empty, (table) =>
    table.facet(EVERYTHING, { column: "class", search: "", limit: 5 }),
  );
  expect(facet).toEqual({ column: "class", values: [], distinct: 0, rows: 0 });
});
