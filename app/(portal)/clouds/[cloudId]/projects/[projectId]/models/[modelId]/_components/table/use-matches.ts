"use client";
import { useCallback, useMemo, useRef } from "react";
import { pageRowsFor } from "#app/_ui/data-table/grid/columns.ts";
import type { GridRowData } from "#app/_ui/data-table/grid/row-data.ts";
import type { RowLoader } from "#app/_ui/data-table/grid/row-pages.ts";
import type { Asked } from "#app/_client/ask-portal.ts";
import { t } from "#lib/core/texts.ts";
import { fromWire } from "#lib/elements/wire.ts";
import {
  CLASS_COLUMN,
  type TableDescription,
  type TablePage,
  type TableQuery,
} from "#lib/elements/query/types.ts";
import { askPage, sayTrouble, type TableAddress } from "./ask-table.ts";
import { asksByName, storedOf } from "./asked-columns.ts";
import { useAsked } from "./use-asked.ts";

export type Matches = {
  matches: number;
  columns: readonly string[];
  rows: readonly GridRowData[];
  load: RowLoader<GridRowData>;
};

/**
 * The rows that a question matches: the first page at once, the others as they are scrolled to. While a new question is under way
 * the rows of the one before stay, marked as old.
 */
export function useMatches(options: {
  address: TableAddress;
  table: TableDescription;
  query: TableQuery;
  /** Columns shown, in order. */
  columns: readonly string[];
  /** The first page for the first question, read with the page. */
  initial: TablePage | null;
}): { held: Matches | null; isOld: boolean; trouble: Extract<Asked<unknown>, { ok: false }> | null } {
  const { address, table, query, columns, initial } = options;
  const first = useRef({ query, columns, initial });
  const ask = useCallback(
    async (signal: AbortSignal): Promise<Asked<Matches>> => {
      const read = async (offset: number, limit: number, stop: AbortSignal): Promise<Asked<TablePage>> =>
        askPage(address, query, { columns, offset, limit }, stop);
      const known = first.current;
      const isFirst = known.initial !== null && known.query === query && known.columns === columns;
      const page: Asked<TablePage> =
        isFirst && known.initial !== null
          ? { ok: true, value: known.initial }
          : await read(0, pageRowsFor(columns.length), signal);
      if (!page.ok) return page;
      const { matches } = page.value;
      const toRows = (answer: TablePage): GridRowData[] => rowsOf(answer, table, columns);
      return {
        ok: true,
        value: {
          matches,
          columns,
          rows: toRows(page.value),
          load: async (from, count, stop) => {
            const next = await read(from, count, stop);
            if (!next.ok) throw new Error(sayTrouble(next));
            if (next.value.matches !== matches)
              throw new Error(t("The table changed while it was read. Load the page again."));
            return toRows(next.value);
          },
        },
      };
    },
    [address, table, query, columns],
  );
  const { answer, isOld } = useAsked(ask);
  const held = useMemo(() => (answer?.ok === true ? answer.value : null), [answer]);
  return { held, isOld, trouble: answer?.ok === false ? answer : null };
}

/** Rows with their cells in the order of the columns shown, whichever order they came in. */
export function rowsOf(page: TablePage, table: TableDescription, columns: readonly string[]): GridRowData[] {
  const came = asksByName(columns) ? columns : table.columns.map(({ id }) => id);
  const place = new Map(storedOf(came).map((id, index) => [id, index]));
  return page.rows.map((row) => {
    const [plain] = fromWire([row]);
    const cells = columns.map((id) =>
      id === CLASS_COLUMN ? row.ifcClass : plain?.cells[place.get(id) ?? -1],
    );
    return { id: row.id, row: row.row, cells };
  });
}
