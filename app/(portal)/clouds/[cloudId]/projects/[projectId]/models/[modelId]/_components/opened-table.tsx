"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { GridSkeleton } from "#app/_ui/data-table/grid/grid-skeleton.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { TableDescription, TablePage, TableView } from "#lib/elements/query/types.ts";
import { ElementTable, type SeenView } from "./element-table.tsx";
import { tableQuery } from "./table/ask-table.ts";

/** The server's first answers about a table when the page was made; null: none yet. */
export type OpenedTable = {
  snapshotIds: readonly string[];
  table: TableDescription | null;
  page: TablePage | null;
};

/** The table once it can be queried: mostly at once; the first time after a moment. */
export function TableWhenReady({
  opened,
  view,
  label,
  path,
  onSeen,
}: {
  opened: OpenedTable;
  view: TableView;
  label: string;
  path: string;
  onSeen: (seen: SeenView) => void;
}): ReactNode {
  const address = opened.snapshotIds.join(".");
  const { data, error } = useQuery({ ...tableQuery(address), enabled: opened.table === null });
  const table = opened.table ?? data;
  if (table !== undefined)
    return (
      <ElementTable table={table} initialView={view} initialPage={opened.page} path={path} onSeen={onSeen} />
    );
  if (error === null) return <GridSkeleton label={label} summary={t("The table is being prepared.")} />;
  return (
    <div className="p-4">
      <Note tone="bad" title={t("The table could not be opened.")} live>
        {error.whole}
      </Note>
    </div>
  );
}
