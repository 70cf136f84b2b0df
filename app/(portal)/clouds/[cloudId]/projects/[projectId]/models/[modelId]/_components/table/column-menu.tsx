"use client";
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChartColumn,
  ClipboardCopy,
  EyeOff,
  Filter,
  Pin,
  PinOff,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { MenuItem, MenuSeparator } from "#app/_ui/primitives/menu.tsx";
import { t } from "#lib/core/texts.ts";
import { ID_COLUMN, type TableView } from "#lib/elements/query/types.ts";
import { hideColumns, moveColumn, sortBy, togglePin } from "./view-changes.ts";

/** What can be done with a column, from its head. The id of the element always stands first and is always there. */
export function ColumnMenu({
  columnId,
  view,
  order,
  pinnedIds,
  change,
  onFilter,
  onStatistics,
  onCopy,
}: {
  columnId: string;
  view: TableView;
  order: readonly string[];
  pinnedIds: readonly string[];
  change: (next: (view: TableView) => TableView) => void;
  onFilter: () => void;
  onStatistics: () => void;
  onCopy: () => void;
}): ReactNode {
  const isSorted = view.sorts.some(({ column }) => column === columnId);
  const isPinned = pinnedIds.includes(columnId);
  const place = order.indexOf(columnId);
  return (
    <>
      <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => change((now) => sortBy(now, columnId, false))}>
        {t("Sort ascending")}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown aria-hidden />}
        onSelect={() => change((now) => sortBy(now, columnId, true))}
      >
        {t("Sort descending")}
      </MenuItem>
      {isSorted && (
        <MenuItem icon={<X aria-hidden />} onSelect={() => change((now) => ({ ...now, sorts: [] }))}>
          {t("Back to the file’s order")}
        </MenuItem>
      )}
      <MenuSeparator />
      {columnId !== ID_COLUMN && (
        <>
          <MenuItem icon={<Filter aria-hidden />} onSelect={onFilter}>
            {t("Filter by it…")}
          </MenuItem>
          <MenuItem icon={<ChartColumn aria-hidden />} onSelect={onStatistics}>
            {t("Figures and distribution")}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<ClipboardCopy aria-hidden />} onSelect={onCopy}>
        {t("Copy the column")}
      </MenuItem>
      {columnId !== ID_COLUMN && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            onSelect={() => change((now) => togglePin(now, pinnedIds, columnId))}
          >
            {isPinned ? t("Unpin") : t("Pin at the left")}
          </MenuItem>
          <MenuItem
            icon={<ArrowLeft aria-hidden />}
            disabled={place <= 0}
            onSelect={() => change((now) => moveColumn(now, order, columnId, -1))}
          >
            {t("Move to the left")}
          </MenuItem>
          <MenuItem
            icon={<ArrowRight aria-hidden />}
            disabled={place < 0 || place >= order.length - 1}
            onSelect={() => change((now) => moveColumn(now, order, columnId, 1))}
          >
            {t("Move to the right")}
          </MenuItem>
          <MenuItem
            icon={<EyeOff aria-hidden />}
            onSelect={() => change((now) => hideColumns(now, [columnId]))}
          >
            {t("Hide")}
          </MenuItem>
        </>
      )}
    </>
  );
}
