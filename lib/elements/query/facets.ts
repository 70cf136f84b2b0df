/*
 * How often each value occurs in a column, among the rows that match a query: counted by code, and named from the dictionary at the end.
 * Spellings of one number (0.10 and 0.1) are one value, as in filters.
 */
import type { DuckDBValue } from "@duckdb/node-api";
import { containsText, selectRows, withExpressions } from "./conditions.ts";
import type { ColumnAccess, IndexReader } from "./index/index-file.ts";
import { LABEL_MAX, type Facet, type FacetValue, type TableQuery, type ValueToken } from "./types.ts";
import { KINDS } from "./values.ts";

export type FacetRequest = {
  readonly column: string;
  /** Only values whose text contains this, ignoring case; "" for all. */
  readonly search: string;
  /** The most values to return. */
  readonly limit: number;
};

/**
 * The values of a column with their counts; filters on the column itself are ignored.
 * @throws ElementsError CANCELLED; TableNotReady busy, tooSlow
 */
export async function countValues(
  index: IndexReader,
  query: TableQuery,
  request: FacetRequest,
): Promise<Facet> {
  const column = index.column(request.column);
  const selection = await selectRows(index, query, column);
  const searched = request.search === "" ? null : containsText(request.search);
  const dictionary = `${index.catalog}.d`;
  const value = valueSql(index, column);
  const isFound =
    searched === null
      ? ""
      : ` WHERE code IN (SELECT ${value.of("d")} FROM ${dictionary} AS d ${value.join("d")} WHERE d.col = ${String(column.number)} AND (${searched.sql}))`;
  const rows = await index.ask(
    `${withExpressions(
      selection,
      `c AS MATERIALIZED (SELECT ${column.code} AS code, count(*) AS n FROM ${selection.from} GROUP BY 1)`,
      column.isRespelled
        ? `a AS MATERIALIZED (SELECT ${value.of("c")} AS code, sum(c.n) AS n FROM c ${value.join("c")} GROUP BY 1)`
        : "a AS (SELECT code, n FROM c)",
      `g AS MATERIALIZED (SELECT code, n FROM a${isFound})`,
      `t AS MATERIALIZED (SELECT code, n FROM g ORDER BY n DESC, code LIMIT ${String(request.limit)})`,
    )}SELECT t.code, t.n, d.kind, ${labelSql(index, column)}, (SELECT count(*) FROM g), (SELECT sum(n) FROM a)
       FROM (SELECT 1) LEFT JOIN t ON true LEFT JOIN ${dictionary} AS d ON d.col = ${String(column.number)} AND d.code = t.code
      ORDER BY t.n DESC, t.code`,
    [...selection.values, ...(searched?.values ?? [])],
  );
  return {
    column: column.id,
    values: rows.flatMap((row) => (row[0] === null ? [] : [facetValue(column, row)])),
    distinct: Number(rows[0]?.[4] ?? 0),
    rows: Number(rows[0]?.[5] ?? 0),
  };
}

/** SQL for the code of a value that may have several spellings, and the join it needs. */
function valueSql(
  { catalog }: IndexReader,
  column: ColumnAccess,
): { of: (alias: string) => string; join: (alias: string) => string } {
  if (!column.isRespelled) return { of: (alias) => `${alias}.code`, join: () => "" };
  return {
    of: (alias) => `coalesce(s.first, ${alias}.code)`,
    join: (alias) =>
      `LEFT JOIN ${catalog}.s AS s ON s.col = ${String(column.number)} AND s.code = ${alias}.code`,
  };
}

/** SQL for the text of the value in `d`, cut one character after LABEL_MAX; a number with several spellings is written without superfluous zeros. */
function labelSql({ catalog }: IndexReader, column: ColumnAccess): string {
  const text = "coalesce(d.text, d.fold)";
  const several = `d.code IN (SELECT first FROM ${catalog}.s WHERE col = ${String(column.number)})`;
  const label = column.isRespelled
    ? `CASE WHEN ${several} THEN coalesce(d.key, d.fold) ELSE ${text} END`
    : text;
  return `left(${label}, ${String(LABEL_MAX + 1)})`;
}

/** Codes of numbers that an earlier code has in another spelling, each with that first code. */
export async function listSpellings(
  index: IndexReader,
  column: ColumnAccess,
): Promise<[code: number, first: number][]> {
  if (!column.isRespelled) return [];
  const rows = await index.ask(
    `SELECT code, first FROM ${index.catalog}.s WHERE col = ${String(column.number)}`,
  );
  return rows.map(([code, first]) => [Number(code), Number(first)]);
}

/** Codes named at once. */
const NAMED_AT_ONCE = 2_000;

/** Kind and label of each code, from the dictionary; a missing property has neither. */
export async function nameCodes(
  index: IndexReader,
  column: ColumnAccess,
  codes: Iterable<number>,
): Promise<Map<number, DuckDBValue[]>> {
  const all = [...codes];
  const names = new Map<number, DuckDBValue[]>();
  for (let from = 0; from < all.length; from += NAMED_AT_ONCE) {
    const some = all.slice(from, from + NAMED_AT_ONCE);
    const named = await index.ask(
      `SELECT d.code, d.kind, ${labelSql(index, column)} FROM ${index.catalog}.d AS d
        WHERE d.col = ${String(column.number)} AND d.code IN (${some.join(", ")})`,
    );
    for (const [code, kind, label] of named) names.set(Number(code), [kind ?? null, label ?? null]);
  }
  return names;
}

/** @param row code, count, kind, label */
export function facetValue(column: ColumnAccess, row: readonly DuckDBValue[]): FacetValue {
  const label = typeof row[3] === "string" ? row[3] : "";
  const characters = Array.from(label);
  const isCut = characters.length > LABEL_MAX;
  const text = isCut ? characters.slice(0, LABEL_MAX).join("") : label;
  return {
    value: row[0] === column.missing ? { kind: "missing" } : tokenOf(Number(row[2]), text),
    count: Number(row[1]),
    isCut,
  };
}

function tokenOf(kind: number, text: string): ValueToken {
  switch (kind) {
    case KINDS.NUMBER:
      return { kind: "number", text };
    case KINDS.FALSE:
      return { kind: "boolean", value: false };
    case KINDS.TRUE:
      return { kind: "boolean", value: true };
    case KINDS.LIST:
      return { kind: "list", text };
    case KINDS.OBJECT:
      return { kind: "object", text };
    case KINDS.EMPTY:
      return { kind: "empty" };
    case KINDS.NONE:
      return { kind: "none" };
    default:
      return { kind: "text", text };
  }
}
