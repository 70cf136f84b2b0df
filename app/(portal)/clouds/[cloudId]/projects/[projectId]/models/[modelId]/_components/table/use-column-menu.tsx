"use client";
import type { Dispatch, ReactNode, SetStateAction } from "react";
import { toast } from "#app/_ui/providers/toast.ts";
import type { ColumnMenu } from "#app/_ui/data-table/grid/head-cell.tsx";
import type { GridTable } from "#app/_ui/data-table/grid/use-grid-table.ts";
import { late, useLate } from "#app/_ui/late.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { t } from "#lib/core/texts.ts";
import type { QueryColumn, TableQuery } from "#lib/elements/query/types.ts";
import type { TableAddress } from "./ask-table.ts";
import type { ColumnActionsProps } from "./column-menu.tsx";
import { readColumnText } from "./column-text.ts";
import type { FilterTarget } from "./filter-form.tsx";

const actions = late(async () => import("./column-menu.tsx"));

/** What is open over the table; `returnTo` is the id of the column head that gets the focus back. */
export type Opened =
  | { kind: "statistics"; column: QueryColumn; returnTo: string }
  | { kind: "columns" }
  | { kind: "completeness" };

/** The menu of a column head: changes the columns, or opens a dialog. */
export function useColumnMenu(options: {
  grid: GridTable;
  columns: ReadonlyMap<string, QueryColumn>;
  address: TableAddress;
  query: TableQuery;
  setOpened: Dispatch<SetStateAction<Opened | null>>;
  onFilter: (target: FilterTarget, returnTo: string) => void;
}): ColumnMenu {
  const { grid, columns, address, query, setOpened, onFilter } = options;
  const itemsOf = (columnId: string, returnTo: string): ReactNode => {
    const column = grid.getColumn(columnId);
    if (column === undefined) return null;
    return (
      <Actions
        column={column}
        onFilter={() => onFilter({ column: columnId }, returnTo)}
        onStatistics={() => {
          const described = columns.get(columnId);
          if (described !== undefined) setOpened({ kind: "statistics", column: described, returnTo });
        }}
        onCopy={() => void copyColumn(address, query, columnId)}
      />
    );
  };
  return { code: actions, itemsOf };
}

/** In the open menu, which waited for them. */
function Actions(given: ColumnActionsProps): ReactNode {
  const made = useLate(actions, true);
  return made !== null && <made.ColumnActions {...given} />;
}

/** Reading takes a moment, so the result is announced like that of background work. */
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
