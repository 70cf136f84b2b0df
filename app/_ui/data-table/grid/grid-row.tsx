"use client";
import type { VirtualItem } from "@tanstack/react-virtual";
import { memo, type ReactNode } from "react";
import { cx } from "../../cx.ts";
import { GridCell, type CellContent, type CellPlace } from "./grid-cell.tsx";
import type { GridFind } from "./hits.ts";
import type { GridRowData } from "./row-data.ts";
import type { RowSlot } from "./row-pages.ts";
import type { GridLayout, GridLeaf } from "./use-grid-layout.ts";

export type GridRowProps = {
  gridId: string;
  index: number;
  topPx: number;
  slot: RowSlot<GridRowData>;
  columns: GridLayout;
  drawn: readonly VirtualItem[];
  textScale: number;
  /** The active column when this row contains the active cell, else null. */
  activeColumn: number | null;
  /** The number of the row that is open beside the grid. */
  openRow: number | null;
  /** First and last selected column of this row; null: none. Numbers, so that rows without a change are not drawn again. */
  selectedFrom: number | null;
  selectedTo: number | null;
  find: GridFind | null;
};

function contentOf(slot: RowSlot<GridRowData>, { read }: GridLeaf): CellContent {
  if (slot.state !== "here") return slot;
  return read === null ? { state: "reading" } : { state: "here", cell: read(slot.row) };
}

/** One element: its pinned cells and the drawn ones of the others. */
export const GridRow = memo(function GridRow({
  gridId,
  index,
  topPx,
  slot,
  columns,
  drawn,
  textScale,
  activeColumn,
  openRow,
  selectedFrom,
  selectedTo,
  find,
}: GridRowProps): ReactNode {
  const { pinned, center, pinnedPx } = columns;
  // The row's head is the name after the id, or the column in its place; other pinned columns are ordinary values.
  const headerColumn = Math.min(1, pinned.length - 1);
  const cell = (leaf: GridLeaf, column: number, leftPx: number): ReactNode => {
    const place: CellPlace = {
      id: `${gridId}-${index}-${column}`,
      row: index,
      column,
      active: activeColumn === column,
      selected:
        selectedFrom !== null && selectedTo !== null && column >= selectedFrom && column <= selectedTo,
      leftPx,
      widthPx: leaf.widthPx,
      className: leaf.firstOfGroup ? "first" : undefined,
    };
    const content = contentOf(slot, leaf);
    return (
      <GridCell
        key={leaf.column.id}
        place={place}
        content={content}
        textScale={textScale}
        end={leaf.column.end === true}
        mono={leaf.column.mono === true}
        rowHeader={column === headerColumn}
        find={find === null || find.columns?.has(leaf.column.id) === false ? "" : find.text}
      />
    );
  };
  const isOpen = openRow !== null && slot.state === "here" && slot.row.row === openRow;
  return (
    <div
      role="row"
      aria-current={isOpen || undefined}
      aria-rowindex={index + 3}
      aria-busy={slot.state === "reading" || undefined}
      className={cx("eg-row eg-body-row", activeColumn !== null && "is-active", isOpen && "is-open")}
      style={{ top: topPx }}
    >
      <div role="none" className="eg-pin" style={{ width: pinnedPx }}>
        {pinned.map((leaf, column) => cell(leaf, column, leaf.startPx))}
      </div>
      {drawn.map((item) => {
        const leaf = center[item.index];
        return leaf && cell(leaf, pinned.length + item.index, pinnedPx + leaf.startPx);
      })}
    </div>
  );
});
