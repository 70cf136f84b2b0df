"use client";
import { ArrowDown, ArrowUp, Pin, PinOff } from "lucide-react";
import { useState, type ReactNode } from "react";
import { moveColumn } from "#app/_ui/data-table/grid/grid-table.ts";
import type { GridTable } from "#app/_ui/data-table/grid/use-grid-table.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { marked } from "#app/_ui/marked.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import type { QueryColumn, TableView } from "#lib/elements/query/types.ts";
import { findColumns, groupOf, nameOf, type ShownColumns } from "./shown-columns.ts";
import { hideAll, showAll, unhideColumns } from "./view-changes.ts";

const LISTED_MAX = 400;

/** Every column with its fill: show, hide, pin and move, one by one or a whole set. Changes apply at once. */
export function ColumnsDialog({
  grid,
  shown,
  rows,
  change,
  onClose,
}: {
  grid: GridTable;
  shown: ShownColumns;
  rows: number;
  change: (next: (view: TableView) => TableView) => void;
  onClose: () => void;
}): ReactNode {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim();
  const found = findColumns(shown.choosable, typed);
  const listed = [...Map.groupBy(found, groupOf).values()].flat().slice(0, LISTED_MAX);
  const order = shown.columns.map(({ id }) => id);
  const visible = new Set(order);
  const all = shown.choosable.map(({ id }) => id);
  const setShown = (isShown: boolean): void =>
    grid.setColumnVisibility((now) => ({
      ...now,
      ...Object.fromEntries(found.map(({ id }) => [id, isShown])),
    }));
  const pin = (id: string): void => grid.getColumn(id)?.pin(shown.pinnedIds.includes(id) ? false : "start");
  const move = (id: string, toward: -1 | 1): void => {
    const column = grid.getColumn(id);
    if (column !== undefined) moveColumn(column, toward);
  };
  return (
    <Dialog
      title={t("Columns")}
      description={t("{shown} of {count, plural, one {# column} other {# columns}} shown", {
        shown: formatCount(shown.columns.length),
        count: shown.choosable.length,
      })}
      size="lg"
      open
      onClose={onClose}
      footer={
        <Button
          onClick={() =>
            change((now) => ({ ...now, columns: null, hidden: [], pinned: [], widths: new Map() }))
          }
        >
          {t("Reset to file order")}
        </Button>
      }
    >
      <Input
        hasLens
        aria-label={t("Find a column")}
        placeholder={t("Find a column or a set")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Checkbox
          label={
            shown.emptyHidden > 0
              ? t("Hide columns without values ({count} now)", {
                  count: formatCount(shown.emptyHidden),
                })
              : t("Hide columns without values")
          }
          checked={!shown.columns.some(isEmpty)}
          onChange={(event) => {
            const empty = shown.choosable.filter(isEmpty).map(({ id }) => id);
            const { checked } = event.currentTarget;
            change((now) => (checked ? leaveOutEmpty(now, empty) : showEmpty(now, empty)));
          }}
        />
        <span className="flex gap-2">
          <Button
            size="sm"
            onClick={() => (wanted === "" ? change((now) => showAll(now, all)) : setShown(true))}
          >
            {wanted === "" ? t("Show all") : t("Show these")}
          </Button>
          <Button
            size="sm"
            onClick={() => (wanted === "" ? change(hideAll) : setShown(false))}
            disabled={found.length === 0}
          >
            {wanted === "" ? t("Hide all") : t("Hide these")}
          </Button>
        </span>
      </div>
      <ul aria-label={t("Columns")} className="max-h-[46vh] overflow-y-auto rounded-2 border border-line">
        {listed.map((column, index) => (
          <li key={column.id} className="border-b border-line last:border-b-0">
            {groupOf(column) !== groupOfBefore(listed, index) && (
              <SetLine
                name={groupOf(column)}
                members={shown.choosable.filter((other) => groupOf(other) === groupOf(column))}
                visible={visible}
                onShow={(members) =>
                  change((now) => members.reduce((view, one) => showOne(view, one, order), now))
                }
                onHide={(members) =>
                  grid.setColumnVisibility((now) => ({
                    ...now,
                    ...Object.fromEntries(members.map(({ id }) => [id, false])),
                  }))
                }
              />
            )}
            <ColumnLine
              column={column}
              rows={rows}
              isShown={visible.has(column.id)}
              isPinned={shown.pinnedIds.includes(column.id)}
              place={order.indexOf(column.id)}
              last={order.length - 1}
              onToggle={() =>
                visible.has(column.id)
                  ? grid.getColumn(column.id)?.toggleVisibility(false)
                  : change((now) => showOne(now, column, order))
              }
              onPin={() => pin(column.id)}
              onMove={(toward) => move(column.id, toward)}
            />
          </li>
        ))}
        {found.length === 0 && (
          <li className="px-3 py-2 text-13 text-fg-2">
            {t("No column has “{typed}” in its name.", { typed: typed.trim() })}
          </li>
        )}
      </ul>
      {found.length > listed.length && (
        <p className="text-12 text-fg-3">
          {t("Showing {shown} of {found}. Search to find others.", {
            shown: formatCount(listed.length),
            found: formatCount(found.length),
          })}
        </p>
      )}
    </Dialog>
  );
}

const isEmpty = (column: QueryColumn): boolean => column.origin !== "pseudo" && column.fill.present === 0;

function leaveOutEmpty(view: TableView, empty: readonly string[]): TableView {
  return { ...view, hidesEmpty: true, columns: view.columns?.filter((id) => !empty.includes(id)) ?? null };
}

function showEmpty(view: TableView, empty: readonly string[]): TableView {
  return { ...unhideColumns(view, empty), hidesEmpty: false };
}

/** An empty column that is asked for by hand is shown beside the current columns. */
function showOne(view: TableView, column: QueryColumn, order: readonly string[]): TableView {
  const next = isEmpty(column) && view.columns === null ? { ...view, columns: order } : view;
  return unhideColumns(next, [column.id]);
}

function groupOfBefore(columns: readonly QueryColumn[], index: number): string | null {
  const before = columns[index - 1];
  return before === undefined ? null : groupOf(before);
}

/** A set as a whole: ticked when all of its columns with values are shown, indeterminate when some are. */
function SetLine({
  name,
  members,
  visible,
  onShow,
  onHide,
}: {
  name: string;
  members: readonly QueryColumn[];
  visible: ReadonlySet<string>;
  onShow: (members: readonly QueryColumn[]) => void;
  onHide: (members: readonly QueryColumn[]) => void;
}): ReactNode {
  const shown = members.filter(({ id }) => visible.has(id));
  const filled = members.filter((column) => !isEmpty(column));
  // Empty columns are left out by default: a set is complete without them, unless it has no others.
  const wanted = filled.length > 0 ? filled : members;
  const isWhole = wanted.every(({ id }) => visible.has(id));
  return (
    <h3 className="bg-surface-2 text-12 font-medium text-fg-2">
      <label className="flex min-h-7 cursor-pointer items-center gap-2 px-3">
        <input
          type="checkbox"
          className="size-4 flex-none accent-(--accent)"
          aria-label={t("Show all of {name}", { name })}
          checked={isWhole}
          ref={(box) => {
            if (box !== null) box.indeterminate = !isWhole && shown.length > 0;
          }}
          onChange={() => (isWhole ? onHide(shown) : onShow(wanted))}
        />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{wrapped(name)}</span>
        <span className="font-normal text-fg-3 tabular-nums">
          {t("{shown} of {count}", { shown: formatCount(shown.length), count: formatCount(members.length) })}
        </span>
      </label>
    </h3>
  );
}

function ColumnLine({
  column,
  rows,
  isShown,
  isPinned,
  place,
  last,
  onToggle,
  onPin,
  onMove,
}: {
  column: QueryColumn;
  rows: number;
  isShown: boolean;
  isPinned: boolean;
  place: number;
  last: number;
  onToggle: () => void;
  onPin: () => void;
  onMove: (toward: -1 | 1) => void;
}): ReactNode {
  const name = nameOf(column);
  return (
    <div className="flex min-h-8 items-center gap-1 pr-1 pl-3 text-13">
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2 py-1">
        <input
          type="checkbox"
          className="size-4 flex-none accent-(--accent)"
          checked={isShown}
          onChange={onToggle}
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">{wrapped(name)}</span>
        {column.unit !== null && <span className="text-fg-3">{marked(column.unit)}</span>}
      </label>
      <span className="flex-none text-12 text-fg-3 tabular-nums">
        {column.fill.present === 0
          ? t("no value")
          : t("{present} of {rows}", { present: formatCount(column.fill.present), rows: formatCount(rows) })}
      </span>
      <Button
        variant="ghost"
        size="sm"
        square
        aria-label={isPinned ? t("Unpin {name}", { name }) : t("Pin {name}", { name })}
        onClick={onPin}
        disabled={!isShown}
      >
        {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        square
        aria-label={t("Move {name} to the left", { name })}
        onClick={() => onMove(-1)}
        disabled={place <= 0}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        square
        aria-label={t("Move {name} to the right", { name })}
        onClick={() => onMove(1)}
        disabled={place < 0 || place >= last}
      >
        <ArrowDown aria-hidden />
      </Button>
    </div>
  );
}
