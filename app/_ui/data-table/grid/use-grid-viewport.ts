"use client";
import {
  defaultRangeExtractor,
  observeElementOffset,
  useVirtualizer,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useState } from "react";
import type { ActiveCell } from "./movement.ts";
import { offsetToShow, scrollScale } from "./scrolling.ts";
import type { GridLayout } from "./use-grid-layout.ts";

/** Room for showing a long value of a narrow column (grid.css, .long:focus). */
const SPREAD_PX = 220;

/**
 * A scroll ends with the browser's `scrollend` event. The library's default, a timer, can read the position of the next scroll before that
 * scroll's own event. The event then brings nothing new, and one frame is drawn without rows. Browsers without `scrollend` keep the timer.
 */
const SCROLL_END = { useScrollendEvent: true };

export type GridViewport = {
  setScroller: (element: HTMLDivElement | null) => void;
  drawnRows: readonly VirtualItem[];
  drawnColumns: readonly VirtualItem[];
  /** First and last visible row, without those drawn around them. */
  seenFrom: number;
  seenTo: number;
  /** Height of head and rows in the browser's layout. */
  contentPx: number;
  /** The position of a table row below the head. */
  rowTopPx: (index: number) => number;
  /** Scrolls as little as possible to make the cell fully visible. */
  show: (cell: ActiveCell) => void;
};

/**
 * Which rows and columns are drawn: the visible ones, a few around them, and always the active cell, so that it keeps the focus when it is
 * scrolled away.
 */
export function useGridViewport(options: {
  columns: GridLayout;
  rowCount: number;
  rowPx: number;
  headPx: number;
  active: ActiveCell;
}): GridViewport {
  const { columns, rowCount, rowPx, headPx, active } = options;
  const { center, pinned, pinnedPx } = columns;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const rowVirtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    scrollMargin: headPx,
    overscan: 6,
    observeElementOffset: observeTableOffset,
    ...SCROLL_END,
    rangeExtractor: useRangeWith(active.row),
  });
  const columnVirtualizer = useVirtualizer({
    count: center.length,
    horizontal: true,
    getScrollElement: () => scroller,
    estimateSize: (index) => center[index]?.widthPx ?? 0,
    // A new function for new columns, which makes the virtualiser ask for sizes again.
    getItemKey: useCallback((index: number) => center[index]?.column.id ?? index, [center]),
    scrollMargin: pinnedPx,
    overscan: 2,
    ...SCROLL_END,
    rangeExtractor: useRangeWith(active.column - pinned.length),
  });
  useLayoutEffect(() => {
    rowVirtualizer.measure();
  }, [rowVirtualizer, rowPx]);

  const scale = scrollScale(headPx + rowCount * rowPx, rowVirtualizer.scrollRect?.height ?? 0);
  const offsetPx = rowVirtualizer.scrollOffset ?? 0;
  const shiftPx = offsetPx - scale.toBrowser(offsetPx);
  const show = (cell: ActiveCell): void => {
    if (scroller === null) return;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = scroller;
    const now = scrollScale(headPx + rowCount * rowPx, clientHeight);
    const down = { offsetPx: now.toTable(scrollTop), viewPx: clientHeight, headPx };
    const right = { offsetPx: scrollLeft, viewPx: clientWidth, headPx: pinnedPx };
    const leaf = center[cell.column - pinned.length];
    scroller.scrollTo({
      top:
        cell.row < 0
          ? scrollTop
          : now.toBrowser(offsetToShow({ ...down, itemStartPx: headPx + cell.row * rowPx, itemPx: rowPx })),
      left:
        leaf === undefined
          ? scrollLeft
          : offsetToShow({
              ...right,
              itemStartPx: pinnedPx + leaf.startPx,
              itemPx: Math.max(leaf.widthPx, SPREAD_PX),
            }),
    });
  };
  return {
    setScroller,
    drawnRows: rowVirtualizer.getVirtualItems(),
    drawnColumns: columnVirtualizer.getVirtualItems(),
    seenFrom: rowVirtualizer.range?.startIndex ?? 0,
    seenTo: rowVirtualizer.range?.endIndex ?? 0,
    contentPx: scale.contentPx,
    rowTopPx: (index) => index * rowPx - shiftPx,
    show,
  };
}

/** The browser's offset converted to the table's: different only for a table taller than browsers allow. */
function observeTableOffset(
  instance: Virtualizer<HTMLDivElement, Element>,
  report: (offset: number, isScrolling: boolean) => void,
): ReturnType<typeof observeElementOffset> {
  return observeElementOffset(instance, (offsetPx, isScrolling) => {
    const { count, scrollMargin, estimateSize } = instance.options;
    const viewPx = instance.scrollElement?.clientHeight ?? 0;
    const scale = scrollScale(scrollMargin + count * estimateSize(0), viewPx);
    report(scale.toTable(offsetPx), isScrolling);
  });
}

/** The usual range, plus one index that is always drawn. */
function useRangeWith(kept: number): (range: Range) => number[] {
  return useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes;
      return kept < (indexes[0] ?? 0) ? [kept, ...indexes] : [...indexes, kept];
    },
    [kept],
  );
}
