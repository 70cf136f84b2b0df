/*
 * Which rows match a query, in its order, as row numbers: DuckDB finds them, then they are sorted by counting codes, which takes as long
 * for a million distinct values as for two. The result serves every page of that view. Memory: 4 bytes for each row and column;
 * index-file.ts bounds what is kept.
 */
import { selectRows, withExpressions } from "./conditions.ts";
import type { ColumnAccess, IndexReader } from "./index/index-file.ts";
import { inTurns } from "./turns.ts";
import { conditionsOf, ID_COLUMN, type TableQuery } from "./types.ts";

/** True for a query that selects all rows in the order of the answer. */
export function isEverything(query: TableQuery): boolean {
  return query.search === "" && conditionsOf(query).length === 0 && query.sorts.length === 0;
}

/**
 * Row numbers of all rows that match, in order.
 * @throws ElementsError CANCELLED; TableNotReady busy, tooSlow
 */
export async function orderRows(index: IndexReader, query: TableQuery): Promise<Int32Array> {
  const matching = await matchingRows(index, query);
  if (query.sorts.length === 0) return matching ?? allRows(index);
  let rows = await rowsById(index, matching);
  for (const { column, isDescending } of query.sorts.toReversed())
    rows = await sortedByColumn(index, rows, column, isDescending);
  return rows;
}

/**
 * Row numbers of all rows that match, in the order of the answer; null: all rows of the table.
 * @throws as `orderRows`
 */
export async function matchingRows(index: IndexReader, query: TableQuery): Promise<Int32Array | null> {
  const { search, searchIn, filters, anyOf } = query;
  if (search === "" && conditionsOf(query).length === 0) return null;
  return index.keep(["rows", search, searchIn, filters, anyOf], () => findRows(index, query));
}

async function findRows(index: IndexReader, query: TableQuery): Promise<Int32Array> {
  const selection = await selectRows(index, query);
  const isMatch = new Uint8Array(index.info.rows);
  const all = new Int32Array(index.info.rows);
  const sql = `${withExpressions(selection)}SELECT e.row FROM ${selection.from}`;
  const count = await index.askInto(sql, selection.values, [all]);
  const found = count === all.length ? all : all.slice(0, count);
  await inTurns(found.length, index.signal, (from, to) => {
    for (let i = from; i < to; i++) isMatch[found[i] ?? 0] = 1;
  });
  let size = 0;
  await inTurns(isMatch.length, index.signal, (from, to) => {
    for (let row = from; row < to; row++) if (isMatch[row] === 1) found[size++] = row;
  });
  return found;
}

/** Row numbers of the whole table, in the order of the answer. */
export function allRows(index: IndexReader): Int32Array {
  return Int32Array.from({ length: index.info.rows }, (_, row) => row);
}

/** Sorts rows by GlobalId, rows with the same GlobalId in the order of the answer. @param rows null: all */
async function rowsById(index: IndexReader, rows: Int32Array | null): Promise<Int32Array> {
  const all = await index.keep(["by id"], () => sortedByColumn(index, allRows(index), ID_COLUMN, false));
  if (rows === null) return all;
  const isWanted = new Uint8Array(index.info.rows);
  for (const row of rows) isWanted[row] = 1;
  const sorted = new Int32Array(rows.length);
  let size = 0;
  await inTurns(all.length, index.signal, (from, to) => {
    for (let i = from; i < to; i++) {
      const row = all[i] ?? 0;
      if (isWanted[row] === 1) sorted[size++] = row;
    }
  });
  return sorted;
}

async function sortedByColumn(
  index: IndexReader,
  rows: Int32Array,
  id: string,
  isDescending: boolean,
): Promise<Int32Array> {
  const column = index.column(id);
  return sortedByCodes(rows, await index.codes(column), column, isDescending, index.signal);
}

/** Sorts rows by their codes in a column, blanks and missing properties last; rows with equal codes keep their order. */
export async function sortedByCodes(
  rows: Int32Array,
  codes: Int32Array,
  { blank, missing }: Pick<ColumnAccess, "blank" | "missing">,
  isDescending: boolean,
  signal: AbortSignal | undefined,
): Promise<Int32Array> {
  const placeOf = (code: number): number => (isDescending && code < blank ? blank - code : code);
  const starts = new Int32Array(missing + 2);
  await inTurns(rows.length, signal, (from, to) => {
    for (let i = from; i < to; i++) {
      const next = placeOf(codes[rows[i] ?? 0] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
  });
  await inTurns(starts.length - 1, signal, (from, to) => {
    for (let place = from; place < to; place++)
      starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  });
  const sorted = new Int32Array(rows.length);
  await inTurns(rows.length, signal, (from, to) => {
    for (let i = from; i < to; i++) {
      const row = rows[i] ?? 0;
      const place = placeOf(codes[row] ?? 0);
      const at = starts[place] ?? 0;
      sorted[at] = row;
      starts[place] = at + 1;
    }
  });
  return sorted;
}
