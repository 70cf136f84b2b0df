"use client";
import { useCallback, useEffect, useId, useMemo, useRef, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { tellCell } from "#lib/elements/told-values.ts";
import { cx } from "../cx.ts";
import { formatCount } from "../format/count.ts";
import { Button } from "../primitives/button.tsx";
import { Note } from "../primitives/note.tsx";
import { GridFoot } from "./grid/grid-foot.tsx";
import { GridHead } from "./grid/grid-head.tsx";
import { GridRow } from "./grid/grid-row.tsx";
import type { ColumnMenu } from "./grid/head-cell.tsx";
import type { GridFind } from "./grid/hits.ts";
import type { GridRowData } from "./grid/row-data.ts";
import { GridSkeleton } from "./grid/grid-skeleton.tsx";
import type { ActiveCell } from "./grid/movement.ts";
import type { RowLoader, RowPages } from "./grid/row-pages.ts";
import { shownText } from "./grid/short-number.ts";
import type { CellBlock } from "./grid/selection.ts";
import { useActiveCell } from "./grid/use-active-cell.ts";
import { useCopy } from "./grid/use-copy.ts";
import { useMediaQuery, useMounted, useTextScale } from "./grid/use-environment.ts";
import { useGridLayout, type GridLayout } from "./grid/use-grid-layout.ts";
import type { GridTable } from "./grid/use-grid-table.ts";
import { useGridViewport } from "./grid/use-grid-viewport.ts";
import { useRowPages } from "./grid/use-row-pages.ts";
import { useSelection } from "./grid/use-selection.ts";

const ROW_PX = { compact: 28, default: 30, relaxed: 44 } as const;
const GROUP_HEAD_PX = 26;
const HEAD_PX = 30;
const HEAD_WITH_FILL_PX = 46;
const ONE_COLUMN = "(width <= 47.5rem)";

export type ElementGridProps = {
  /** Names the grid: "Properties of 214 doors". */
  label: string;
  /** Its columns, and what people can do with them. */
  table: GridTable;
  rowCount: number;
  /** How many rows `loadRows` is asked for at a time. */
  pageRows: number;
  /**
   * Reads rows starting at `from`; must return exactly `count`, reject with an Error that says why, and obey the signal. Keep it stable.
   */
  loadRows: RowLoader<GridRowData>;
  /** Rows already loaded, starting with the first. */
  initialRows?: readonly GridRowData[];
  /** The content of a head's menu. */
  menu: ColumnMenu;
  /** Opens a row: Enter on a cell, or a double click. */
  onOpenRow?: (row: GridRowData) => void;
  /** The row that is open beside the grid, by its number in the table. */
  openRow?: number | null;
  /** Scrolls to this column; a new object scrolls again. */
  reveal?: { columnId: string } | null;
  /** Marked in the cells that contain it. Keep it stable. */
  find?: GridFind | null;
  /** The rows are those of an earlier query. */
  isOld?: boolean;
  density?: keyof typeof ROW_PX;
  /** At the left of the footer: "214 of 231 doors". */
  summary?: ReactNode;
};

/**
 * The element table: any number of rows and columns; draws only visible ones and keeps only nearby pages in memory. Arrows, Home, End, Page
 * Up and Page Down move; with Ctrl to the edge, with Shift they select; Ctrl C copies. Without any rows show a Blank instead.
 */
export function ElementGrid(props: ElementGridProps): ReactNode {
  const mounted = useMounted();
  // Positions are inline styles, which only the browser may set: the server renders a skeleton.
  return mounted ? <MountedGrid {...props} /> : <GridSkeleton label={props.label} summary={props.summary} />;
}

function MountedGrid({
  label,
  table,
  rowCount,
  pageRows,
  loadRows,
  initialRows,
  menu,
  onOpenRow,
  openRow = null,
  reveal = null,
  find = null,
  isOld = false,
  density = "default",
  summary,
}: ElementGridProps): ReactNode {
  const gridId = useId();
  const textScale = useTextScale();
  const isNarrow = useMediaQuery(ONE_COLUMN);
  const columns = useGridLayout(table, textScale);
  const columnCount = columns.pinned.length + columns.center.length;
  const hasFill = useMemo(
    () => [...columns.pinned, ...columns.center].some(({ column }) => column.filled !== undefined),
    [columns],
  );
  const rowPx = ROW_PX[density] * textScale;
  const headPx = (GROUP_HEAD_PX + (hasFill ? HEAD_WITH_FILL_PX : HEAD_PX)) * textScale;

  const cellId = useCallback(
    (cell: ActiveCell) =>
      cell.row < 0 ? `${gridId}-h-${cell.column}` : `${gridId}-${cell.row}-${cell.column}`,
    [gridId],
  );
  const [active, handlers] = useActiveCell({ rows: rowCount, columns: columnCount, cellId });
  const { setScroller, drawnRows, drawnColumns, seenFrom, seenTo, contentPx, rowTopPx, show } =
    useGridViewport({
      columns,
      rowCount,
      rowPx,
      headPx,
      active,
    });
  const pages = useRowPages({ rowCount, pageRows, loadRows, initialRows, seenFrom, seenTo });
  const revealed = useRef(reveal);
  useEffect(() => {
    if (reveal === revealed.current) return;
    revealed.current = reveal;
    const column = columns.center.findIndex((leaf) => leaf.column.id === reveal?.columnId);
    if (column >= 0) show({ row: -1, column: columns.pinned.length + column });
  });
  const open = (index: number): void => {
    const slot = index < 0 ? undefined : pages.slot(index);
    if (slot?.state === "here") onOpenRow?.(slot.row);
  };

  const exact = exactOf(active, pages, columns, textScale);
  const selection = useSelection({ rows: rowCount, columns: columnCount, active, of: pages });
  const { block } = selection;
  const { onCopy, notice } = useCopy({ active, selection, pages, loadRows, columns });
  const touched = useRef(false);
  return (
    <div className={cx("eg", `eg-${density}`, hasFill && "eg-with-fill")}>
      <div ref={setScroller} className="eg-scroll">
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={rowCount + 2}
          aria-colcount={columnCount}
          aria-readonly
          aria-multiselectable
          className={cx("eg-content", block !== null && "is-selecting")}
          style={{ width: columns.pinnedPx + columns.centerPx, height: contentPx }}
          aria-busy={isOld || undefined}
          onKeyDown={(event) => {
            const view = { viewRows: seenTo - seenFrom, show, goTo: handlers.goTo };
            if (selection.onKeyDown(event, view)) return;
            if (event.key === "Enter" && rowOf(event.target) !== null) open(active.row);
            else handlers.onKeyDown(event, view);
          }}
          onPointerDown={(event) => {
            touched.current = event.pointerType !== "mouse";
          }}
          onMouseDown={(event) => {
            if (!touched.current) selection.onMouseDown(event, { show });
          }}
          // Touch has no double click, and a narrow screen shows little more of a row than its name.
          onClick={(event) => {
            if (block === null && (touched.current || isNarrow)) open(rowOf(event.target) ?? -1);
          }}
          onDoubleClick={(event) => open(rowOf(event.target) ?? -1)}
          onFocus={(event) => handlers.onFocus(event, { show })}
          onCopy={onCopy}
        >
          <GridHead
            gridId={gridId}
            table={table}
            columns={columns}
            drawn={drawnColumns}
            activeColumn={active.row < 0 ? active.column : null}
            textScale={textScale}
            menu={menu}
          />
          <div role="rowgroup" className={cx("eg-body", isOld && "is-old")}>
            {drawnRows.map((item) => (
              <GridRow
                key={item.index}
                gridId={gridId}
                index={item.index}
                topPx={rowTopPx(item.index)}
                slot={pages.slot(item.index)}
                columns={columns}
                drawn={drawnColumns}
                textScale={textScale}
                activeColumn={active.row === item.index ? active.column : null}
                openRow={openRow}
                find={find}
                selectedFrom={isIn(block, item.index) ? block.firstColumn : null}
                selectedTo={isIn(block, item.index) ? block.lastColumn : null}
              />
            ))}
          </div>
        </div>
      </div>
      <GridFailure pages={pages} from={seenFrom} to={seenTo} />
      <GridFoot summary={summary} exact={exact} notice={notice} opensRows={onOpenRow !== undefined} />
    </div>
  );
}

/** The exact number of the active cell where the cell shows it rounded; null otherwise. */
function exactOf(
  active: ActiveCell,
  pages: RowPages<GridRowData>,
  columns: GridLayout,
  textScale: number,
): string | null {
  const slot = active.row < 0 ? undefined : pages.slot(active.row);
  const leaf = [...columns.pinned, ...columns.center][active.column];
  if (slot?.state !== "here" || leaf === undefined || leaf.read === null) return null;
  const cell = leaf.read(slot.row);
  const text = tellCell(cell);
  return shownText(cell, leaf.widthPx / textScale) === text ? null : text;
}

function isIn(block: CellBlock | null, row: number): block is CellBlock {
  return block !== null && row >= block.firstRow && row <= block.lastRow;
}

/** The index of a cell's row; null for heads and everything else. */
function rowOf(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  const row = Number(cell?.dataset["row"] ?? -1);
  return row < 0 ? null : row;
}

/** Which of the visible rows could not be read, why, and a button to retry. */
function GridFailure({
  pages,
  from,
  to,
}: {
  pages: RowPages<GridRowData>;
  from: number;
  to: number;
}): ReactNode {
  for (let index = from; index <= Math.min(to, pages.rowCount - 1); index += 1) {
    const slot = pages.slot(index);
    if (slot.state !== "failed") continue;
    return (
      <div className="border-t border-line-strong p-2">
        <Note
          tone="bad"
          live
          title={t("Rows {from} to {to} could not be read.", {
            from: formatCount(slot.from + 1),
            to: formatCount(slot.to + 1),
          })}
          action={
            <Button size="sm" onClick={() => pages.retry(slot.from)}>
              {t("Load again")}
            </Button>
          }
        >
          {slot.message}
        </Note>
      </div>
    );
  }
  return null;
}
