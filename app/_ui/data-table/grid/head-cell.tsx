"use client";
import { ArrowDown, ArrowUp, ChevronDown } from "lucide-react";
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { cx } from "../../cx.ts";
import type { Late } from "../../late.ts";
import { Menu } from "../../primitives/menu.tsx";
import { marked } from "../../marked.ts";
import { RESIZE_STEP_PX, type GridColumn } from "./columns.ts";
import { cellAttributes, type CellPlace } from "./grid-cell.tsx";
import { metaOf, moveColumn, moveColumnBefore, resizeColumn, type GridTableHeader } from "./grid-table.ts";

export type ColumnMenu = {
  /** The code of the items, which comes after the page. */
  code: Late<unknown>;
  /** MenuItems of a column; `headId` is the element that gets the focus back. */
  itemsOf: (columnId: string, headId: string) => ReactNode;
};

const DRAG_TYPE = "text/x-portico-column";

/**
 * The head of a column. Enter or a click sorts (with Shift: by several columns), Alt ↓ opens its menu, Alt ← → makes it narrower or wider,
 * Alt Shift ← → moves it; dragging the head moves it, and dragging its edge resizes it.
 */
export function HeadCell({
  place,
  header: { column },
  textScale,
  menu,
  children,
}: {
  place: CellPlace;
  header: GridTableHeader;
  textScale: number;
  menu: ColumnMenu;
  /** The column's name. */
  children: ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const [isTarget, setTarget] = useState(false);
  const [isNear, setNear] = useState(false);
  const meta = metaOf(column);
  const sorted = column.getIsSorted();
  const attributes = cellAttributes(place, cx("eg-head", meta.end && "end", isTarget && "drop"));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (event.key === "Enter") column.toggleSorting(undefined, event.shiftKey);
    else if (event.key === "ArrowDown" && event.altKey) setOpen(true);
    else if (step !== 0 && event.altKey && event.shiftKey) moveColumn(column, step);
    else if (step !== 0 && event.altKey) resizeColumn(column, column.getSize() + step * RESIZE_STEP_PX);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      {...attributes}
      role="columnheader"
      title={marked(titleOf(meta))}
      aria-sort={sorted === false ? undefined : sorted === "desc" ? "descending" : "ascending"}
      aria-keyshortcuts="Enter Alt+ArrowDown"
      draggable
      onKeyDown={onKeyDown}
      onFocus={() => setNear(true)}
      onPointerEnter={() => setNear(true)}
      onClick={(event) => column.toggleSorting(undefined, event.shiftKey)}
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, column.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        event.preventDefault();
        setTarget(false);
        const moved = column.table.getColumn(event.dataTransfer.getData(DRAG_TYPE));
        if (moved !== undefined && moved.id !== column.id) moveColumnBefore(moved, column.id);
      }}
    >
      <span className="eg-head-name">
        {marked(children)}
        {meta.unit !== undefined && <span className="eg-unit"> {marked(meta.unit) ?? t("not stated")}</span>}
        {sorted !== false && (
          <SortMark
            isDescending={sorted === "desc"}
            place={column.getSortIndex() + 1}
            alone={column.table.atoms.sorting.get().length === 1}
          />
        )}
      </span>
      {meta.filled !== undefined && (
        <span className="eg-fill">
          <span>
            {meta.ofAll === undefined
              ? sayShare(meta.filled)
              : t("all: {share}", { share: sayShare(meta.filled) })}
          </span>
          {meta.hint !== undefined && <span className="eg-hint">{marked(meta.hint)}</span>}
        </span>
      )}
      <span className="eg-head-tools" onClick={(event) => event.stopPropagation()}>
        <HeadMenu column={meta} headId={place.id} isNear={isNear} open={open} setOpen={setOpen} menu={menu} />
      </span>
      <Edge widthPx={place.widthPx} onResize={(widthPx) => resizeColumn(column, widthPx / textScale)} />
    </div>
  );
}

/**
 * The button of the head and its menu. Until the pointer or the focus is near, only the button exists: a table has as many menus as
 * columns, and they would be most of the rendering work.
 */
function HeadMenu({
  column,
  headId,
  isNear,
  open,
  setOpen,
  menu,
}: {
  column: GridColumn;
  headId: string;
  /** The pointer or the focus is, or was, on the head. */
  isNear: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
  menu: ColumnMenu;
}): ReactNode {
  const button = (
    <button
      type="button"
      tabIndex={-1}
      className="eg-head-menu"
      aria-label={t("Options of {head}", { head: column.head })}
      aria-haspopup="menu"
      // A touch may begin before it counts as near.
      onPointerDown={
        isNear
          ? undefined
          : (event) => {
              event.preventDefault();
              setOpen(true);
            }
      }
    >
      <ChevronDown aria-hidden />
    </button>
  );
  if (!isNear && !open) return button;
  return (
    <Menu
      label={t("Column {head}", { head: column.head })}
      open={open}
      onOpenChange={setOpen}
      returnFocusTo={headId}
      trigger={button}
      waitsFor={menu.code}
    >
      {open ? menu.itemsOf(column.id, headId) : null}
    </Menu>
  );
}

function SortMark({
  isDescending,
  place,
  alone,
}: {
  isDescending: boolean;
  place: number;
  alone: boolean;
}): ReactNode {
  const Icon = isDescending ? ArrowDown : ArrowUp;
  return (
    <span className="eg-sort">
      <Icon aria-hidden />
      {!alone && place}
    </span>
  );
}

/** The edge for dragging; keys on the head do the same. */
function Edge({ widthPx, onResize }: { widthPx: number; onResize: (widthPx: number) => void }): ReactNode {
  const from = useRef<{ x: number; widthPx: number } | null>(null);
  const move = (event: PointerEvent): void => {
    if (from.current === null) return;
    onResize(from.current.widthPx + event.clientX - from.current.x);
  };
  return (
    <span
      aria-hidden
      className="eg-edge"
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, widthPx };
      }}
      onPointerMove={move}
      onPointerUp={(event) => {
        move(event);
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
}

function titleOf(column: GridColumn): string {
  const unit =
    column.unit === undefined ? "" : `, ${t("unit {unit}", { unit: column.unit ?? t("not stated") })}`;
  const fill = column.filled === undefined ? "" : `, ${sayFill(column.filled, column.ofAll)}`;
  const hint = column.hint === undefined || column.hint === "" ? "" : `, ${column.hint}`;
  const about = column.about === undefined ? "" : `. ${column.about}`;
  return `${column.group}: ${column.head}${unit}${fill}${hint}${about}`;
}

function sayFill(filled: number, ofAll: number | undefined): string {
  const share = sayShare(filled);
  return ofAll === undefined
    ? t("{share} filled", { share })
    : t("of all {count, plural, one {# row} other {# rows}}: {share} filled", { count: ofAll, share });
}

// 100 % only when every row has a value, 0 % only when none has.
function sayShare(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 100 && share < 1) return t("over 99 %");
  if (percent === 0 && share > 0) return t("under 1 %");
  return `${percent} %`;
}
