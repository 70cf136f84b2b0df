/*
 * Which properties have values for which elements, among the rows that match a query: by column, by set, and as groups of rows that have
 * values in the same columns.
 */
import { selectRows, withExpressions } from "./conditions.ts";
import { isAbsent, type ColumnAccess, type IndexReader } from "./index/index-file.ts";
import { absentColumn } from "./address/named-column.ts";
import {
  PATTERN_COLUMNS_MAX,
  PATTERNS_MAX,
  type Completeness,
  type FillPattern,
  type QueryColumn,
  type TableQuery,
} from "./types.ts";

type Asked = { readonly column: QueryColumn; readonly access: ColumnAccess };
type Fill = QueryColumn["fill"];
type Counts = {
  readonly rows: number;
  /** By column id. */
  readonly fills: ReadonlyMap<string, Fill>;
  /** By set: rows that have at least one of its properties. */
  readonly setRows: ReadonlyMap<string, number>;
};

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
  const wanted = columnIds === null ? null : new Set(columnIds);
  const asked = index.info.columns
    .filter(({ id }) => wanted === null || wanted.has(id))
    .map((column): Asked => ({ column, access: index.column(column.id) }));
  const absent = (columnIds ?? [])
    .map((id) => index.column(id))
    .filter(isAbsent)
    .map((access): Asked => ({ column: absentColumn(access.id, 0), access }));
  const wide = asked.filter(({ access }) => access.join === null);
  const groups = index.info.hasPatterns ? await countStates(index, query, wide) : null;
  const { rows, fills, setRows } =
    groups === null ? await countWide(index, query, wide) : addStates(groups, wide);
  const longFills =
    wide.length < asked.length ? await countLong(index, query, rows) : new Map<number, Fill>();
  const fillOf = ({ column: { id }, access: { number } }: Asked): Fill =>
    fills.get(id) ?? longFills.get(number) ?? toFill([], rows);
  const isPatterned = wide.length === asked.length && asked.length <= PATTERN_COLUMNS_MAX && asked.length > 0;
  const patterns = !isPatterned
    ? null
    : groups === null
      ? await countPatterns(index, query, wide)
      : topPatterns(groups);
  return {
    rows,
    columns: [...asked, ...absent].map((one) => ({ id: one.column.id, fill: fillOf(one) })),
    sets: [...bySet([...asked, ...absent])].flatMap(([key, members]) => {
      const [first] = members;
      if (first === undefined) return [];
      const { origin, set, setInstance } = first.column;
      const isWide = members.every(({ access }) => access.join === null);
      return {
        origin,
        set,
        setInstance,
        columns: members.length,
        cells: rows * members.length,
        present: members.reduce((sum, one) => sum + fillOf(one).present, 0),
        rows: isWide ? (setRows.get(key) ?? 0) : null,
      };
    }),
    patterns,
    otherRows: patterns === null ? 0 : rows - sumOf(patterns),
  };
}

function toFill([present = 0, emptyText = 0, none = 0]: readonly number[], rows: number): Fill {
  return { present, emptyText, none, missing: rows - present - emptyText - none };
}

/** Groups columns by instance of a set, in order; other columns may be between them. */
function bySet(asked: readonly Asked[]): Map<string, Asked[]> {
  return Map.groupBy(asked, ({ column: { origin, set, setInstance } }) =>
    JSON.stringify([origin, set, setInstance]),
  );
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

const sumOf = (groups: readonly { readonly count: number }[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0);

/** Sums the counts of the groups by column and by set. */
function addStates(groups: readonly Group[], wide: readonly Asked[]): Counts {
  const rows = sumOf(groups);
  const fills = wide.map(({ column }, at) => {
    const counts = ["p", "e", "n"].map((letter) =>
      groups.reduce((sum, { states, count }) => sum + (states[at] === letter ? count : 0), 0),
    );
    return [column.id, toFill(counts, rows)] as const;
  });
  const places = new Map(wide.map((one, place) => [one, place]));
  const setRows = [...bySet(wide)].map(([key, members]) => {
    const own = members.flatMap((one) => places.get(one) ?? []);
    return [key, sumOf(groups.filter(({ states }) => own.some((place) => states[place] !== "m")))] as const;
  });
  return { rows, fills: new Map(fills), setRows: new Map(setRows) };
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

async function countWide(index: IndexReader, query: TableQuery, asked: readonly Asked[]): Promise<Counts> {
  const selection = await selectRows(index, query);
  const sets = [...bySet(asked)];
  const figures = [
    "count(*)",
    ...asked.flatMap(({ access: { code, blank, none, missing } }) => {
      return [
        `count(*) FILTER (${code} < ${String(blank)})`,
        blank < none ? `count(*) FILTER (${code} = ${String(blank)})` : "0",
        none < missing ? `count(*) FILTER (${code} = ${String(none)})` : "0",
      ];
    }),
    ...sets.map(
      ([, members]) =>
        `count(*) FILTER (${members.map(({ access }) => `${access.code} < ${String(access.missing)}`).join(" OR ")})`,
    ),
  ];
  const [row = []] = await index.ask(
    `${withExpressions(selection)}SELECT ${figures.join(", ")} FROM ${selection.from}`,
    selection.values,
  );
  const [rows = 0, ...counts] = row.map(Number);
  const ofSets = counts.slice(3 * asked.length);
  return {
    rows,
    fills: new Map(asked.map(({ column }, i) => [column.id, toFill(counts.slice(3 * i, 3 * i + 3), rows)])),
    setRows: new Map(sets.map(([key], s) => [key, ofSets[s] ?? 0])),
  };
}

/** By number of the column, for all columns that `e` does not hold and that have values. */
async function countLong(index: IndexReader, query: TableQuery, rows: number): Promise<Map<number, Fill>> {
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
  return new Map(found.map(([column, ...counts]) => [Number(column), toFill(counts.map(Number), rows)]));
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
