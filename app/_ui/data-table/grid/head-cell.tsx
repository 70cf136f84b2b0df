"use client";
import { ArrowDown, ArrowUp, ChevronDown } from "lucide-react";
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { cx } from "../../cx.ts";
import { Menu } from "../../primitives/menu.tsx";
import { RESIZE_MAX_PX, RESIZE_MIN_PX, RESIZE_STEP_PX, type GridColumn } from "./columns.ts";
import { cellAttributes, type CellPlace } from "./grid-cell.tsx";

/** What a person may do with a column; without it the heads only tell. */
export type HeadActions = {
  /** By column: direction, and its place among several sorts from 1. */
  sorts: ReadonlyMap<string, { isDescending: boolean; place: number }>;
  /** `adds` keeps the sorts there are. */
  onSort: (columnId: string, adds: boolean) => void;
  /** Pixels at the normal text size. */
  onResize: (columnId: string, widthPx: number) => void;
  onMove: (columnId: string, toward: -1 | 1) => void;
  /** Dropped before this column. */
  onDrop: (columnId: string, beforeId: string) => void;
  /** MenuItems of the column; `headId` is where the focus belongs afterwards. */
  menu: (columnId: string, headId: string) => ReactNode;
};

const DRAG_TYPE = "text/x-portico-column";

/**
 * The head of a column. Enter or a click sorts (with Shift: as well), Alt ↓ opens its menu, Alt ← → makes it narrower or wider,
 * Alt Shift ← → moves it; the pointer drags the head to move it and its edge to resize it.
 */
export function HeadCell({
  place,
  column,
  textScale,
  actions,
}: {
  place: CellPlace;
  column: GridColumn;
  textScale: number;
  actions: HeadActions | undefined;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const [isTarget, setTarget] = useState(false);
  const [isNear, setNear] = useState(false);
  const sort = actions?.sorts.get(column.id);
  const attributes = cellAttributes(place, cx("eg-head", column.end && "end", isTarget && "drop"));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (actions === undefined || event.target !== event.currentTarget) return;
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (event.key === "Enter") actions.onSort(column.id, event.shiftKey);
    else if (event.key === "ArrowDown" && event.altKey) setOpen(true);
    else if (step !== 0 && event.altKey && event.shiftKey) actions.onMove(column.id, step);
    else if (step !== 0 && event.altKey)
      actions.onResize(column.id, clampWidth(place.widthPx / textScale + step * RESIZE_STEP_PX));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      {...attributes}
      role="columnheader"
      title={titleOf(column)}
      aria-sort={sort === undefined ? undefined : sort.isDescending ? "descending" : "ascending"}
      {...(actions !== undefined && {
        "aria-keyshortcuts": "Enter Alt+ArrowDown",
        draggable: true,
        onKeyDown,
        onFocus: () => setNear(true),
        onPointerEnter: () => setNear(true),
        onClick: (event) => actions.onSort(column.id, event.shiftKey),
        onDragStart: (event) => event.dataTransfer.setData(DRAG_TYPE, column.id),
        onDragOver: (event) => {
          if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
          event.preventDefault();
          setTarget(true);
        },
        onDragLeave: () => setTarget(false),
        onDrop: (event) => {
          event.preventDefault();
          setTarget(false);
          const moved = event.dataTransfer.getData(DRAG_TYPE);
          if (moved !== "" && moved !== column.id) actions.onDrop(moved, column.id);
        },
      })}
    >
      <span className="eg-head-name">
        {column.head}
        {column.unit !== undefined && <span className="eg-unit"> {column.unit ?? t("not stated")}</span>}
        {sort !== undefined && <SortMark {...sort} alone={actions?.sorts.size === 1} />}
      </span>
      {column.filled !== undefined && (
        <span className="eg-fill">
          <span>{sayShare(column.filled)}</span>
          {column.hint !== undefined && <span className="eg-hint">{column.hint}</span>}
        </span>
      )}
      {actions !== undefined && (
        <span className="eg-head-tools" onClick={(event) => event.stopPropagation()}>
          <HeadMenu
            column={column}
            headId={place.id}
            isNear={isNear}
            open={open}
            setOpen={setOpen}
            menu={actions.menu}
          />
        </span>
      )}
      {actions !== undefined && (
        <Edge
          widthPx={place.widthPx}
          onResize={(widthPx) => actions.onResize(column.id, clampWidth(widthPx / textScale))}
        />
      )}
    </div>
  );
}

/**
 * The button of the head and its menu. A menu that nobody is near is its button alone: a table has as many as columns, and they would be
 * most of the work of showing it.
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
  /** The pointer or the focus is on the head, or was. */
  isNear: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
  menu: HeadActions["menu"];
}): ReactNode {
  const button = (
    <button
      type="button"
      tabIndex={-1}
      className="eg-head-menu"
      aria-label={t("Options of {head}", { head: column.head })}
      aria-haspopup="menu"
      // A finger may be down before it counts as near.
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
    >
      {open ? menu(column.id, headId) : null}
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

/** The edge that the pointer drags; keys do the same on the head. */
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

function clampWidth(widthPx: number): number {
  return Math.round(Math.min(RESIZE_MAX_PX, Math.max(RESIZE_MIN_PX, widthPx)));
}

function titleOf(column: GridColumn): string {
  const unit =
    column.unit === undefined ? "" : `, ${t("unit {unit}", { unit: column.unit ?? t("not stated") })}`;
  const fill =
    column.filled === undefined ? "" : `, ${t("{share} filled", { share: sayShare(column.filled) })}`;
  return `${column.group}: ${column.head}${unit}${fill}`;
}

// 100 % only when every row has a value, 0 % only when none has.
function sayShare(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 100 && share < 1) return t("over 99 %");
  if (percent === 0 && share > 0) return t("under 1 %");
  return `${percent} %`;
}
