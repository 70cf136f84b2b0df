"use client";
import { useMemo } from "react";
import type { Cell } from "#lib/elements/wire.ts";
import type { GridColumn } from "./columns.ts";
import { metaOf, type GridTableHeader } from "./grid-table.ts";
import type { GridRowData } from "./row-data.ts";
import type { GridTable } from "./use-grid-table.ts";

export type GridLeaf = {
  header: GridTableHeader;
  column: GridColumn;
  widthPx: number;
  /** From the start of its part: the pinned columns, or the scrolling ones. */
  startPx: number;
  /** First of its group among the scrolling columns: preceded by a stronger line. */
  firstOfGroup: boolean;
  /** Reads a row's value in this column; null while loaded rows lack the column. */
  read: ((row: GridRowData) => Cell) | null;
};

/** A head above the heads: scrolling columns `from` to `to` (inclusive). */
export type GridGroup = { header: GridTableHeader; from: number; to: number };

export type GridLayout = {
  pinned: readonly GridLeaf[];
  center: readonly GridLeaf[];
  groups: readonly GridGroup[];
  pinnedPx: number;
  centerPx: number;
};

type Offsets = Readonly<Record<string, number>>;

/** The positions of a table's columns, in pixels at the person's text size. */
export function useGridLayout(table: GridTable, textScale: number): GridLayout {
  const start = table.getStartHeaderGroups();
  const center = table.getCenterHeaderGroups();
  const offsets = table.getColumnOffsets();
  return useMemo(() => {
    const groups = spanGroups(center.at(0)?.headers ?? []);
    const firsts = new Set(groups.map(({ from }) => from));
    const pinned = toLeaves(start, offsets.start.starts, textScale, new Set());
    const scrolled = toLeaves(center, offsets.center.starts, textScale, firsts);
    return { pinned, center: scrolled, groups, pinnedPx: endOf(pinned), centerPx: endOf(scrolled) };
  }, [start, center, offsets, textScale]);
}

function spanGroups(headers: readonly GridTableHeader[]): GridGroup[] {
  const groups: GridGroup[] = [];
  for (const header of headers) {
    const from = (groups.at(-1)?.to ?? -1) + 1;
    groups.push({ header, from, to: from + header.colSpan - 1 });
  }
  return groups;
}

function toLeaves(
  headerGroups: ReturnType<GridTable["getCenterHeaderGroups"]>,
  starts: Offsets,
  textScale: number,
  firsts: ReadonlySet<number>,
): GridLeaf[] {
  const headers = headerGroups.at(-1)?.headers ?? [];
  return headers.map((header, index) => {
    const { id, accessorFn } = header.column;
    return {
      header,
      column: metaOf(header.column),
      widthPx: header.getSize() * textScale,
      startPx: (starts[id] ?? 0) * textScale,
      firstOfGroup: firsts.has(index),
      read: accessorFn === undefined ? null : (row) => accessorFn(row, 0) as Cell,
    };
  });
}

function endOf(leaves: readonly GridLeaf[]): number {
  const last = leaves.at(-1);
  return last === undefined ? 0 : last.startPx + last.widthPx;
}
