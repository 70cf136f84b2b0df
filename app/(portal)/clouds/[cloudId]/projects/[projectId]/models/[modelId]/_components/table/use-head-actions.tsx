"use client";
import { useMemo, type Dispatch, type SetStateAction } from "react";
import { toast } from "sonner";
import type { HeadActions } from "#app/_ui/data-table/grid/head-cell.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { t } from "#lib/core/texts.ts";
import type { QueryColumn, TableQuery, TableView } from "#lib/elements/query/types.ts";
import type { TableAddress } from "./ask-table.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { readColumnText } from "./column-text.ts";
import type { FilterTarget } from "./filter-dialog.tsx";
import type { ShownColumns } from "./shown-columns.ts";
import { cycleSort, dropColumn, moveColumn, resizeColumn } from "./view-changes.ts";

/** What stands over the table; `returnTo` is the id of the head it was opened from, where the focus goes back to. */
export type Opened =
  | { kind: "filter"; target: FilterTarget; returnTo?: string }
  | { kind: "statistics"; column: QueryColumn; returnTo: string }
  | { kind: "columns" }
  | { kind: "completeness" };

/** What the heads of the grid do: they change the view, or open what needs more room than a head has. */
export function useHeadActions(options: {
  view: TableView;
  shown: ShownColumns;
  columns: ReadonlyMap<string, QueryColumn>;
  address: TableAddress;
  query: TableQuery;
  change: (next: (view: TableView) => TableView) => void;
  setOpened: Dispatch<SetStateAction<Opened | null>>;
}): HeadActions {
  const { view, shown, columns, address, query, change, setOpened } = options;
  return useMemo(() => {
    const order = shown.columns.map(({ id }) => id);
    return {
      sorts: new Map(
        view.sorts.map(({ column, isDescending }, index) => [column, { isDescending, place: index + 1 }]),
      ),
      onSort: (columnId, adds) => change((now) => cycleSort(now, columnId, adds)),
      onResize: (columnId, widthPx) => change((now) => resizeColumn(now, columnId, widthPx)),
      onMove: (columnId, toward) => change((now) => moveColumn(now, order, columnId, toward)),
      onDrop: (columnId, beforeId) => change((now) => dropColumn(now, order, columnId, beforeId)),
      menu: (columnId, returnTo) => (
        <ColumnMenu
          columnId={columnId}
          view={view}
          order={order}
          pinnedIds={shown.pinnedIds}
          change={change}
          onFilter={() => setOpened({ kind: "filter", target: { column: columnId }, returnTo })}
          onStatistics={() => {
            const column = columns.get(columnId);
            if (column !== undefined) setOpened({ kind: "statistics", column, returnTo });
          }}
          onCopy={() => void copyColumn(address, query, columnId)}
        />
      ),
    };
  }, [view, shown, columns, address, query, change, setOpened]);
}

/** Reading takes a moment, so what became of it is told as a background result. */
async function copyColumn(address: TableAddress, query: TableQuery, columnId: string): Promise<void> {
  try {
    const { text, rows, matches } = await readColumnText(address, query, columnId);
    await navigator.clipboard.writeText(text);
    if (rows < matches)
      toast.warning(
        t("The first {rows} of {matches} values are copied. Export the table for all.", {
          rows: formatCount(rows),
          matches: formatCount(matches),
        }),
      );
    else toast.success(t("{count, plural, one {# value} other {# values}} copied", { count: rows }));
  } catch (thrown) {
    toast.error(t("Nothing was copied."), {
      description: thrown instanceof Error ? thrown.message : t("The browser refused."),
    });
  }
}
