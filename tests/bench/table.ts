/**
 * Measures the queries of the element table on 1,000,000 rows of about 60 columns, as the server answers them: pages, sorts, filters,
 * facets, the search, statistics, opening a table whose snapshot and index exist, and the first bytes of a CSV that is sent while it is
 * made.
 */
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { iterateCsvLines } from "#lib/elements/files/csv/write.ts";
import { layOut } from "#lib/elements/files/layout.ts";
import { PLAIN_OPTIONS } from "#lib/elements/files/options.ts";
import { DEFAULT_VIEW } from "#lib/elements/query/address/view-address.ts";
import { isEverything } from "#lib/elements/query/rows.ts";
import { TableStore, type TablePart } from "#lib/elements/query/table-store.ts";
import type { Table } from "#lib/elements/query/table.ts";
import {
  EVERYTHING,
  type Filter,
  type QueryColumn,
  type TableQuery,
  type TableView,
} from "#lib/elements/query/types.ts";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import type { ViewContent } from "#lib/features/views/content.ts";
import { fitView, keepView } from "#lib/features/views/fit.ts";
import { narrowToView } from "#lib/features/views/live/columns.ts";
import { writeAnswer } from "./csv-answer.ts";
import type { PartResult } from "./goals.ts";
import { median } from "./median.ts";

const ROWS = 1_000_000;
const PAGE = 200;

type Question = { kind: string; ask: (table: Table) => Promise<unknown> };
type Measured = { kind: string; milliseconds: number[] };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Different queries of each kind, so that none is answered from another's stored result. */
function questions(columns: readonly QueryColumn[]): Question[] {
  const visible = columns.slice(2, 22).map(({ id }) => id);
  const page = (kind: string, query: Partial<TableQuery>, offset = 0): Question => ({
    kind,
    ask: (table) => table.page({ query: { ...EVERYTHING, ...query }, columns: visible, offset, limit: PAGE }),
  });
  const named = (property: string): string =>
    columns.find((column) => column.property === property)?.id ?? "";
  const numbers = columns.filter(({ kind, distinct }) => kind === "number" && distinct > 100_000);
  const width = numbers[0]?.id ?? "";
  const filters: Filter[] = [
    { column: named("Name"), op: "contains", text: "flush 7" },
    { column: width, op: "between", min: 100, max: 200 },
    {
      column: named("FireRating"),
      op: "oneOf",
      values: [{ kind: "text", text: "EI30 class 3" }, { kind: "missing" }],
    },
    { column: named("Name"), op: "notContains", text: "flush 7" },
    { column: named("Family and Type"), op: "present" },
  ];
  return [
    ...[0, 777_777, 500_000, 999_800].map((offset) => page("page", {}, offset)),
    ...[named("FireRating"), named("Name"), width, named("Tag"), "id"].flatMap((column) =>
      [true, false].map((isDescending) =>
        page("sort", { sorts: [{ column, isDescending }] }, isDescending ? 0 : 900_000),
      ),
    ),
    page("sort", {
      sorts: [named("FireRating"), named("Reference Level"), width].map((column) => ({
        column,
        isDescending: false,
      })),
    }),
    ...filters.map((filter) => page("filter", { filters: [filter] })),
    ...["100234", "ground floor", "flush 31", "12.5", "no such text"].map((search) =>
      page("search", { search }),
    ),
    ...[named("FireRating"), named("Name"), width, named("Reference Level"), "class"].map((column) => ({
      kind: "facet",
      ask: (table: Table) =>
        table.facet({ ...EVERYTHING, filters: filters.slice(1, 3) }, { column, search: "", limit: 50 }),
    })),
    ...[named("FireRating"), width, named("Name")].map((column) => ({
      kind: "statistics",
      ask: (table: Table) => table.statistics(EVERYTHING, column),
    })),
    { kind: "completeness", ask: (table) => table.completeness(EVERYTHING, null) },
  ];
}

/** Runs all queries on a table and returns how long each took. */
export async function askAll(store: TableStore, part: TablePart): Promise<Measured[]> {
  return store.use([part], async (table) => {
    const { columns } = await table.describe();
    const byKind = new Map<string, number[]>();
    for (const { kind, ask } of questions(columns)) {
      const list = byKind.get(kind) ?? [];
      list.push(await timed(() => ask(table)));
      byKind.set(kind, list);
    }
    return [...byKind].map(([kind, milliseconds]) => ({ kind, milliseconds }));
  });
}

const NAMES = ["Name", "Tag", "FireRating"];

/** Views as a live address has them: everything, some columns, and those filtered and sorted. */
function directViews(columns: readonly QueryColumn[]): { name: string; content: ViewContent }[] {
  const view = (properties: readonly string[], query: Partial<TableView> = {}): ViewContent => {
    const ids = columns.filter(({ property }) => properties.includes(property)).map(({ id }) => id);
    const shown = { ...DEFAULT_VIEW, ...query, columns: properties.length === 0 ? null : ids };
    return keepView(
      shown,
      { ifcClasses: ["IfcDoor"], columns },
      { profile: "programs", unitInHeading: false },
    );
  };
  const name = columns.find(({ property }) => property === "Name")?.id ?? "";
  const query: Partial<TableView> = {
    filters: [{ column: name, op: "contains", text: "flush 7" }],
    sorts: [{ column: name, isDescending: true }],
  };
  return [
    { name: "all columns", content: view([]) },
    { name: "three columns", content: view(NAMES) },
    { name: "three columns, filtered and in an order", content: view(NAMES, query) },
  ];
}

/** Time to the first bytes of a view's CSV from a table that is not open; this is what a live address does on a request. */
async function firstBytes(store: TableStore, part: TablePart, content: ViewContent): Promise<number> {
  await store.close();
  return timed(() =>
    store.use([part], async (table) => {
      const view = fitView(content, (await table.describe()).columns);
      const rows = isEverything(view) ? null : await table.matches(view, {});
      const narrowed = narrowToView(content, table.sources, rows);
      const options = PLAIN_OPTIONS.programs;
      const layout = layOut(narrowed, options);
      const pieces = iterateCsvLines({ table: narrowed, layout, profile: "programs", options });
      const { done } = await pieces.next();
      if (done === true) throw new Error("a file without bytes");
      await pieces.return(undefined);
    }),
  );
}

type Direct = { name: string; milliseconds: number[] };

async function measureDirect(store: TableStore, part: TablePart): Promise<Direct[]> {
  const { columns } = await store.use([part], (table) => table.describe());
  const measured: Direct[] = [];
  for (const { name, content } of directViews(columns)) {
    const milliseconds: number[] = [];
    for (let turn = 0; turn < 5; turn++) milliseconds.push(await firstBytes(store, part, content));
    measured.push({ name, milliseconds });
  }
  return measured;
}

/** The part `table` of the benchmark. */
export async function measureTable(): Promise<PartResult> {
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-table-"));
  const store = new TableStore({ folder: join(folder, "tables"), waitMs: 3_600_000 });
  try {
    const answer = join(folder, "answer.json");
    await writeAnswer(answer, ROWS);
    const dir = join(folder, "snapshot");
    const reading = await timed(() =>
      writeSnapshot({ source: createReadStream(answer, { highWaterMark: 1 << 20 }), dir }),
    );
    const { size } = await stat(answer);
    await rm(answer);
    const part: TablePart = { snapshotId: "bench", ifcClass: "IfcDoor", open: () => openSnapshot(dir) };
    const making = await timed(() => store.use([part], (table) => table.describe()));
    const opening: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await store.close();
      opening.push(await timed(() => store.use([part], (table) => table.describe())));
    }
    const measured = await askAll(store, part);
    const direct = await measureDirect(store, part);
    return describe(measured, direct, { opening, reading, making, megabytes: size / 1e6 });
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function describe(
  measured: readonly Measured[],
  direct: readonly Direct[],
  facts: { opening: number[]; reading: number; making: number; megabytes: number },
): PartResult {
  const goals = measured.filter(({ kind }) => ["page", "sort", "filter", "facet", "search"].includes(kind));
  const worst = Math.max(...goals.map(({ milliseconds }) => median(milliseconds)));
  const lines = measured.map(
    ({ kind, milliseconds }) =>
      `| ${kind} | ${median(milliseconds).toFixed(0)} | ${Math.max(...milliseconds).toFixed(0)} | ${String(milliseconds.length)} |`,
  );
  return {
    figures: {
      "table-ms-1m": worst,
      "csv-first-byte-ms": Math.max(...direct.flatMap(({ milliseconds }) => milliseconds)),
    },
    report: [
      "## Element table",
      "",
      `1,000,000 elements, ${facts.megabytes.toFixed(0)} MB of answer: read in ${(facts.reading / 1000).toFixed(0)} s, prepared for queries in ` +
        `${(facts.making / 1000).toFixed(0)} s, opened again in ${median(facts.opening).toFixed(0)} ms (goal 500). The figure above is the largest ` +
        "median of page, sort, filter, facet and search; every query runs once, so no result comes from a cache.",
      "",
      "| Query | Median ms | Slowest ms | Queries |",
      "|---|---|---|---|",
      ...lines,
      "",
      "Time to the first bytes of a CSV that is sent while it is written (a live address). The table is not open; the service's answer was",
      "read and prepared before. The figure above is the slowest of all.",
      "",
      "| View of 1,000,000 rows | Median ms | Slowest ms |",
      "|---|---|---|",
      ...direct.map(
        ({ name, milliseconds }) =>
          `| ${name} | ${median(milliseconds).toFixed(0)} | ${Math.max(...milliseconds).toFixed(0)} |`,
      ),
    ].join("\n"),
  };
}
