/*
 * Which rows a query leaves, in its order, as row numbers: one question to DuckDB, whose answer serves every page of that view.
 * Memory: 4 bytes a row, so whoever keeps answers must bound them.
 */
import { orderBy, selectRows, withColumns, withExpressions } from "./conditions.ts";
import type { RunOptions } from "./duck.ts";
import type { IndexFile } from "./index-file.ts";
import type { TableQuery } from "./types.ts";

/** True for a query whose answer is all rows in the order of the answer. */
export function isEverything(query: TableQuery): boolean {
  return query.search === "" && query.filters.length === 0 && query.sorts.length === 0;
}

/**
 * Row numbers of all rows that match, in order.
 * @throws ElementsError CANCELLED; TableNotReady busy, tooSlow
 */
export async function orderRows(
  index: IndexFile,
  query: TableQuery,
  options: RunOptions,
): Promise<Int32Array> {
  const order = orderBy(index, query.sorts);
  const selection = withColumns(await selectRows(index, query, options), order.columns);
  return index.askNumbers(
    `${withExpressions(selection)}SELECT e.row FROM ${selection.from} ORDER BY ${order.sql}`,
    selection.values,
    options,
  );
}
