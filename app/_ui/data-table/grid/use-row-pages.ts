"use client";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { GridRowData } from "./row-data.ts";
import { RowPages, type RowLoader } from "./row-pages.ts";

const PAGES_MAX = 50;
const AHEAD_ROWS = 20;
const SETTLE_MS = 80;

/** The rows of a grid by index, loaded on scrolling. A new `loadRows` starts over. */
export function useRowPages(options: {
  rowCount: number;
  pageRows: number;
  loadRows: RowLoader<GridRowData>;
  initialRows: readonly GridRowData[] | undefined;
  seenFrom: number;
  seenTo: number;
}): RowPages<GridRowData> {
  const { rowCount, pageRows, loadRows, initialRows, seenFrom, seenTo } = options;
  const pages = useMemo(
    () => new RowPages({ rowCount, pageRows, pagesMax: PAGES_MAX, load: loadRows, initialRows }),
    [rowCount, pageRows, loadRows, initialRows],
  );
  useSyncExternalStore(pages.subscribe, pages.version, pages.version);
  const lastAskedMs = useRef(0);
  useEffect(() => {
    // Dragging the scrollbar passes many pages: load only now and then, and the last position at the end.
    const ask = (): void => {
      lastAskedMs.current = performance.now();
      pages.want(seenFrom - AHEAD_ROWS, seenTo + AHEAD_ROWS);
    };
    const waitMs = lastAskedMs.current + SETTLE_MS - performance.now();
    if (waitMs <= 0) {
      ask();
      return;
    }
    const timer = setTimeout(ask, waitMs);
    return () => clearTimeout(timer);
  }, [pages, seenFrom, seenTo]);
  useEffect(() => () => pages.stop(), [pages]);
  return pages;
}
