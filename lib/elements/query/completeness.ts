/*
 * Which properties have values for which elements, among the rows that match a query: by column, by set, and as groups of rows that have
 * values in the same columns.
 */
import { selectRows, withExpressions } from "./conditions.ts";
import type { ColumnAccess, IndexReader } from "./index/index-file.ts";
import { absentColumn } from "./address/named-column.ts";
import {
  CLASS_COLUMN,
  ID_COLUMN,
  PATTERN_COLUMNS_MAX,
  PATTERNS_MAX,
  type Completeness,
  type FillPattern,
  type QueryColumn,
  type TableQuery,
} from "./types.ts";

type Asked = { readonly column: QueryColumn; readonly access: ColumnAccess };
type Fill = QueryColumn["fill"];

/** Columns whose state is packed into one whole number: two bits each within the 52 that a JavaScript number holds. */
const PACKED = 26;
const LETTERS = ["m", "e", "p"] as const;

/**
 * @param columnIds columns to examine; null: all of the answer. Columns that the table does not have come last, without values.
 * @throws ElementsError CANCELLED; TableNotReady busy, tooSlow
 */
export async function computeCompleteness(
  index: IndexReader,
  query: TableQuery,
  columnIds: readonly string[] | null,
): Promise<Completeness> {
  const asked = askedColumns(index, columnIds);
  const known = new Set(index.info.columns.map(({ id }) => id));
  const absent = (columnIds ?? [])
    .filter((id) => !known.has(id) && id !== ID_COLUMN && id !== CLASS_COLUMN)
    .map((id): Asked => ({ column: absentColumn(id, 0), access: index.column(id) }));
  const wide = asked.filter(({ access }) => access.join === null);
  const fills = new Map<string, Fill>();
  const setRows = new Map<string, number>();
  const groups = index.info.hasPatterns ? await countStates(index, query, wide) : null;
  const rows =
    groups === null
      ? await countWide(index, query, wide, fills, setRows)
      : addStates(groups, wide, fills, setRows);
  if (wide.length < asked.length) await countLong(index, query, asked, rows, fills);
  const isPatterned = wide.length === asked.length && asked.length <= PATTERN_COLUMNS_MAX && asked.length > 0;
  const patterns = !isPatterned
    ? null
    : groups === null
      ? await countPatterns(index, query, wide)
      : topPatterns(groups);
  return {
    rows,
    columns: [...asked, ...absent].map(({ column }) => ({
      id: column.id,
      fill: fillOf(fills, column.id, rows),
    })),
    sets: bySet([...asked, ...absent]).map((members) => {
      const { origin, set, setInstance } = members[0]?.column ?? noMember();
      const isWide = members.every(({ access }) => access.join === null);
      return {
        origin,
        set,
        setInstance,
        columns: members.length,
        cells: rows * members.length,
        present: members.reduce((sum, { column }) => sum + fillOf(fills, column.id, rows).present, 0),
        rows: isWide ? (setRows.get(members[0]?.column.id ?? "") ?? 0) : null,
      };
    }),
    patterns,
    otherRows: patterns === null ? 0 : rows - patterns.reduce((sum, { count }) => sum + count, 0),
  };
}

function askedColumns(index: IndexReader, columnIds: readonly string[] | null): Asked[] {
  const wanted = columnIds === null ? null : new Set(columnIds);
  return index.info.columns
    .filter(({ id }) => wanted === null || wanted.has(id))
    .map((column) => ({ column, access: index.column(column.id) }));
}

function noMember(): never {
  throw new RangeError("a set without columns");
}

function fillOf(fills: ReadonlyMap<string, Fill>, id: string, rows: number): Fill {
  return fills.get(id) ?? { present: 0, emptyText: 0, none: 0, missing: rows };
}

/** Groups columns by instance of a set, in order; other columns may be between them. */
function bySet(asked: readonly Asked[]): Asked[][] {
  const keyOf = ({ column: { origin, set, setInstance } }: Asked): string =>
    JSON.stringify([origin, set, setInstance]);
  return [...Map.groupBy(asked, keyOf).values()];
}

/** Rows with the same states (fill-patterns.ts) in the requested wide columns, in the columns' order. */
type Group = { readonly states: string; readonly count: number };

async function countStates(index: IndexReader, query: TableQuery, wide: readonly Asked[]): Promise<Group[]> {
  const selection = await selectRows(index, query);
  const rows = await index.ask(
    `${withExpressions(selection, `g AS MATERIALIZED (SELECT e.p AS p, count(*) AS n FROM ${selection.from} GROUP BY 1)`)}
     SELECT p.states, g.n FROM g JOIN ${index.catalog}.p AS p ON p.pattern = g.p`,
    selection.values,
  );
  const placeOf = new Map(index.info.wide.map((place, w) => [place, w]));
  const places = wide.map(({ access }) => placeOf.get(access.number) ?? 0);
  const counts = new Map<string, number>();
  for (const [states, count] of rows) {
    const all = typeof states === "string" ? states : "";
    const some = places.length === all.length ? all : places.map((place) => all.charAt(place)).join("");
    counts.set(some, (counts.get(some) ?? 0) + Number(count));
  }
  return [...counts].map(([states, count]) => ({ states, count }));
}

/** Sums the counts of the groups by column and by set. @returns rows of all groups */
function addStates(
  groups: readonly Group[],
  wide: readonly Asked[],
  fills: Map<string, Fill>,
  setRows: Map<string, number>,
): number {
  const rows = groups.reduce((sum, { count }) => sum + count, 0);
  wide.forEach(({ column }, at) => {
    const count = (letter: string): number =>
      groups.reduce((sum, { states, count: n }) => sum + (states[at] === letter ? n : 0), 0);
    const [present, emptyText, none] = [count("p"), count("e"), count("n")];
    fills.set(column.id, { present, emptyText, none, missing: rows - present - emptyText - none });
  });
  const places = new Map(wide.map((one, place) => [one, place]));
  for (const members of bySet(wide)) {
    const own = members.flatMap((one) => places.get(one) ?? []);
    const having = groups.filter(({ states }) => own.some((place) => states[place] !== "m"));
    setRows.set(
      members[0]?.column.id ?? "",
      having.reduce((sum, { count }) => sum + count, 0),
    );
  }
  return rows;
}

/** The groups as patterns that do not distinguish empty texts from no values, most rows first. */
function topPatterns(groups: readonly Group[]): FillPattern[] {
  const counts = new Map<string, number>();
  for (const { states, count } of groups) {
    const pattern = states.replaceAll("n", "e");
    counts.set(pattern, (counts.get(pattern) ?? 0) + count);
  }
  return [...counts]
    .map(([pattern, count]) => ({ pattern, count }))
    .sort((a, b) => b.count - a.count || (a.pattern < b.pattern ? -1 : 1))
    .slice(0, PATTERNS_MAX);
}

async function countWide(
  index: IndexReader,
  query: TableQuery,
  asked: readonly Asked[],
  fills: Map<string, Fill>,
  setRows: Map<string, number>,
): Promise<number> {
  const selection = await selectRows(index, query);
  const groups = bySet(asked);
  const figures = [
    "count(*)",
    ...asked.flatMap(({ access: { code, blank, none, missing } }) => {
      return [
        `count(*) FILTER (${code} < ${String(blank)})`,
        blank < none ? `count(*) FILTER (${code} = ${String(blank)})` : "0",
        none < missing ? `count(*) FILTER (${code} = ${String(none)})` : "0",
      ];
    }),
    ...groups.map(
      (members) =>
        `count(*) FILTER (${members.map(({ access }) => `${access.code} < ${String(access.missing)}`).join(" OR ")})`,
    ),
  ];
  const [row = []] = await index.ask(
    `${withExpressions(selection)}SELECT ${figures.join(", ")} FROM ${selection.from}`,
    selection.values,
  );
  const counts = row.map(Number);
  const rows = counts[0] ?? 0;
  asked.forEach(({ column }, i) => {
    const [present = 0, emptyText = 0, none = 0] = counts.slice(1 + 3 * i, 4 + 3 * i);
    fills.set(column.id, { present, emptyText, none, missing: rows - present - emptyText - none });
  });
  groups.forEach((members, g) =>
    setRows.set(members[0]?.column.id ?? "", counts[1 + 3 * asked.length + g] ?? 0),
  );
  return rows;
}

async function countLong(
  index: IndexReader,
  query: TableQuery,
  asked: readonly Asked[],
  rows: number,
  fills: Map<string, Fill>,
): Promise<void> {
  const selection = await selectRows(index, query);
  const found = await index.ask(
    `${withExpressions(selection, `s AS MATERIALIZED (SELECT e.row FROM ${selection.from})`)}
     SELECT l.col, count(*) FILTER (l.code < b.blank), count(*) FILTER (l.code >= b.blank AND d.kind = 6),
            count(*) FILTER (l.code >= b.blank AND d.kind = 7)
       FROM ${index.catalog}.l AS l JOIN ${index.catalog}.b AS b ON b.col = l.col
       LEFT JOIN (SELECT col, code, kind FROM ${index.catalog}.d WHERE kind >= 6) AS d ON d.col = l.col AND d.code = l.code
      WHERE l.row IN (SELECT row FROM s) GROUP BY l.col`,
    selection.values,
  );
  const counts = new Map(found.map((row) => [Number(row[0]), row.slice(1).map(Number)]));
  for (const { column, access } of asked) {
    if (access.join === null) continue;
    const [present = 0, emptyText = 0, none = 0] = counts.get(access.number) ?? [];
    fills.set(column.id, { present, emptyText, none, missing: rows - present - emptyText - none });
  }
}

async function countPatterns(
  index: IndexReader,
  query: TableQuery,
  asked: readonly Asked[],
): Promise<FillPattern[]> {
  const selection = await selectRows(index, query);
  const keys: string[] = [];
  for (let from = 0; from < asked.length; from += PACKED) {
    const states = asked.slice(from, from + PACKED).map(({ access: { code, blank, missing } }, i) => {
      const state = `CASE WHEN ${code} < ${String(blank)} THEN 2 WHEN ${code} < ${String(missing)} THEN 1 ELSE 0 END`;
      return `(${state})::BIGINT * ${String(4 ** i)}`;
    });
    keys.push(states.join(" + "));
  }
  const names = keys.map((_, i) => `p${String(i)}`);
  const rows = await index.ask(
    `${withExpressions(selection)}SELECT ${keys.map((key, i) => `${key} AS p${String(i)}`).join(", ")}, count(*) AS n
       FROM ${selection.from} GROUP BY ${names.join(", ")} ORDER BY n DESC, ${names.join(", ")} LIMIT ${String(PATTERNS_MAX)}`,
    selection.values,
  );
  return rows.map((row) => ({
    pattern: asked
      .map((_, i) => {
        const packed = Number(row[Math.floor(i / PACKED)]);
        return LETTERS[Math.floor(packed / 4 ** (i % PACKED)) % 4] ?? "m";
      })
      .join(""),
    count: Number(row.at(-1)),
  }));
}
