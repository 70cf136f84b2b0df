"use client";
import { useEffect, useRef, useState, type ClipboardEvent } from "react";
import { t } from "#lib/core/texts.ts";
import { tellCell } from "#lib/elements/told-values.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { formatCount } from "../../format/count.ts";
import { cutText, markOf } from "./cell-text.ts";
import type { CopiedBlock } from "./copy-block.ts";
import type { ActiveCell } from "./movement.ts";
import type { GridRowData } from "./row-data.ts";
import type { RowLoader, RowPages } from "./row-pages.ts";
import { columnsIn, rowsIn, type CellBlock } from "./selection.ts";
import type { GridLayout, GridLeaf } from "./use-grid-layout.ts";
import type { Selection } from "./use-selection.ts";

/** Larger blocks need an export. */
export const COPIED_CELLS_MAX = 100_000;

const SAID_CHARS_MAX = 80;

const loadCopying = async () => import("./copy-block.ts");

/**
 * Ctrl C copies the active cell, or the selected block, with exact values, as text and as a table. Missing rows of the block are loaded first. `notice` says what is
 * selected, and then whether it was copied.
 */
export function useCopy(options: {
  active: ActiveCell;
  selection: Selection;
  pages: RowPages<GridRowData>;
  loadRows: RowLoader<GridRowData>;
  columns: GridLayout;
}): { onCopy: (event: ClipboardEvent) => void; notice: string } {
  const { active, selection, pages, loadRows, columns } = options;
  const { range, block } = selection;
  const leaves = [...columns.pinned, ...columns.center];
  const place = `${String(active.row)} ${String(active.column)}`;
  const [said, setSaid] = useState<{ text: string; range: object | null; place: string } | null>(null);
  const announce = (text: string): void => setSaid({ text, range, place });
  const copying = useRef<Awaited<ReturnType<typeof loadCopying>> | null>(null);
  /** A block whose rows arrived too late for the press that requested them. */
  const ready = useRef<{ range: object; block: CopiedBlock } | null>(null);
  const reading = useRef<AbortController | null>(null);
  const isActive = active.row >= 0;
  useEffect(() => {
    // Code that fails to load now is requested again when the next cell is active or selected.
    if (copying.current === null && (isActive || range !== null))
      loadCopying()
        .then((code) => (copying.current = code))
        .catch(() => undefined);
  }, [isActive, range]);
  useEffect(() => {
    ready.current = null;
    return () => reading.current?.abort();
  }, [range]);

  const copyCell = (event: ClipboardEvent): void => {
    const slot = active.row < 0 ? undefined : pages.slot(active.row);
    const read = leaves[active.column]?.read ?? null;
    if (slot?.state !== "here" || read === null) return;
    const cell = read(slot.row);
    event.preventDefault();
    event.clipboardData.setData("text/plain", tellCell(cell));
    // A spreadsheet takes this one: 00123 stays a text, a number has its digits. Its code is loaded as soon as a cell is active.
    const html = copying.current?.toBlock([[cell]]).html;
    if (html !== undefined) event.clipboardData.setData("text/html", html);
    announce(t("Copied {what}", { what: wordsOf(cell) }));
  };

  const copyBlock = (event: ClipboardEvent, of: CellBlock, key: object): void => {
    const cells = rowsIn(of) * columnsIn(of);
    if (cells > COPIED_CELLS_MAX) {
      announce(
        t(
          "{cells} cells are selected. At most {max} can be copied at once: select fewer, or export the table.",
          {
            cells: formatCount(cells),
            max: formatCount(COPIED_CELLS_MAX),
          },
        ),
      );
      return;
    }
    const chosen = leaves.slice(of.firstColumn, of.lastColumn + 1);
    const copied = t("Copied {rows} × {columns} cells", sizeOf(of));
    const kept = ready.current?.range === key ? ready.current.block : null;
    const rows = heldRows(pages, of);
    const now = kept ?? (rows === null ? null : (copying.current?.toBlock(cellsOf(rows, chosen)) ?? null));
    if (now !== null) {
      event.preventDefault();
      event.clipboardData.setData("text/plain", now.text);
      event.clipboardData.setData("text/html", now.html);
      announce(copied);
      return;
    }
    reading.current?.abort();
    const cancel = new AbortController();
    reading.current = cancel;
    announce(t("Reading {count, plural, one {# row} other {# rows}} to copy…", { count: rowsIn(of) }));
    const came = readBlock(loadRows, of, chosen, leaves.length, cancel.signal);
    writeWhenRead(came).then(
      () => announce(copied),
      () =>
        came.then(
          // Browsers accept a block only during the press itself, or over HTTPS.
          (late) => {
            if (cancel.signal.aborted) return;
            ready.current = { range: key, block: late };
            announce(t("The rows are here now. Press Ctrl C again to copy them."));
          },
          (reason: unknown) => {
            if (cancel.signal.aborted) return;
            const why = reason instanceof Error ? reason.message : t("The answer could not be read.");
            announce(t("Nothing was copied. {why}", { why }));
          },
        ),
    );
  };

  const isCurrent = said !== null && said.range === range && said.place === place;
  return {
    notice: isCurrent
      ? said.text
      : block === null
        ? ""
        : t("{rows} × {columns} cells selected, Ctrl C copies them", sizeOf(block)),
    onCopy: (event) => {
      if (document.getSelection()?.isCollapsed === false) return;
      if (block === null || range === null) copyCell(event);
      else copyBlock(event, block, range);
    },
  };
}

function sizeOf(block: CellBlock): { rows: string; columns: string } {
  return { rows: formatCount(rowsIn(block)), columns: formatCount(columnsIn(block)) };
}

function wordsOf(cell: Cell): string {
  const mark = markOf(cell);
  if (mark === "value" || mark === "json") return cutText(tellCell(cell), SAID_CHARS_MAX);
  const words = {
    missing: t("no such property"),
    null: t("no value"),
    empty: t("an empty text"),
    blank: t("white space"),
  };
  return words[mark];
}

/** The rows of a block if all of them are loaded. */
function heldRows(pages: RowPages<GridRowData>, { firstRow, lastRow }: CellBlock): GridRowData[] | null {
  const rows: GridRowData[] = [];
  for (let index = firstRow; index <= lastRow; index += 1) {
    const slot = pages.slot(index);
    if (slot.state !== "here") return null;
    rows.push(slot.row);
  }
  return rows;
}

function cellsOf(rows: readonly GridRowData[], chosen: readonly GridLeaf[]): Cell[][] {
  return rows.map((row) => chosen.map(({ read }) => read?.(row)));
}

async function readBlock(
  load: RowLoader<GridRowData>,
  block: CellBlock,
  chosen: readonly GridLeaf[],
  columns: number,
  signal: AbortSignal,
): Promise<CopiedBlock> {
  const { readRows, toBlock } = await loadCopying();
  const rows = await readRows(load, { from: block.firstRow, count: rowsIn(block), columns }, signal);
  return toBlock(cellsOf(rows, chosen));
}

/** Promises the browser a block that is still being loaded. @throws the browser's refusal */
async function writeWhenRead(came: Promise<CopiedBlock>): Promise<void> {
  const blob = async (type: string, part: keyof CopiedBlock): Promise<Blob> =>
    new Blob([(await came)[part]], { type });
  const parts = { "text/plain": blob("text/plain", "text"), "text/html": blob("text/html", "html") };
  for (const part of Object.values(parts)) part.catch(() => undefined);
  await navigator.clipboard.write([new ClipboardItem(parts)]);
}
