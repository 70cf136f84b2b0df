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
import { ID_COLUMN } from "#app/_ui/data-table/grid/columns.ts";
import { moveColumn, shownOrder, type GridTableColumn } from "#app/_ui/data-table/grid/grid-table.ts";
import { MenuItem, MenuSeparator } from "#app/_ui/primitives/menu.tsx";
import { t } from "#lib/core/texts.ts";

export type ColumnActionsProps = {
  column: GridTableColumn;
  onFilter: () => void;
  onStatistics: () => void;
  onCopy: () => void;
};

/** The actions of a column, in its head. The element's id is always the first column and cannot be hidden. */
export function ColumnActions({ column, onFilter, onStatistics, onCopy }: ColumnActionsProps): ReactNode {
  const isPinned = column.getIsPinned() !== false;
  const order = shownOrder(column);
  const place = order.indexOf(column.id);
  return (
    <>
      <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => column.toggleSorting(false)}>
        {t("Sort ascending")}
      </MenuItem>
      <MenuItem icon={<ArrowDown aria-hidden />} onSelect={() => column.toggleSorting(true)}>
        {t("Sort descending")}
      </MenuItem>
      {column.getIsSorted() !== false && (
        <MenuItem icon={<X aria-hidden />} onSelect={() => column.table.resetSorting(true)}>
          {t("Reset to file order")}
        </MenuItem>
      )}
      <MenuSeparator />
      {column.id !== ID_COLUMN && (
        <>
          <MenuItem icon={<Filter aria-hidden />} onSelect={onFilter}>
            {t("Filter this column…")}
          </MenuItem>
          <MenuItem icon={<ChartColumn aria-hidden />} onSelect={onStatistics}>
            {t("Statistics")}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<ClipboardCopy aria-hidden />} onSelect={onCopy}>
        {t("Copy the column")}
      </MenuItem>
      {column.id !== ID_COLUMN && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            onSelect={() => column.pin(isPinned ? false : "start")}
          >
            {isPinned ? t("Unpin") : t("Pin left")}
          </MenuItem>
          <MenuItem
            icon={<ArrowLeft aria-hidden />}
            disabled={place <= 0}
            onSelect={() => moveColumn(column, -1)}
          >
            {t("Move to the left")}
          </MenuItem>
          <MenuItem
            icon={<ArrowRight aria-hidden />}
            disabled={place < 0 || place >= order.length - 1}
            onSelect={() => moveColumn(column, 1)}
          >
            {t("Move to the right")}
          </MenuItem>
          <MenuItem icon={<EyeOff aria-hidden />} onSelect={() => column.toggleVisibility(false)}>
            {t("Hide")}
          </MenuItem>
        </>
      )}
    </>
  );
}
