"use client";
import { X } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import type { Filter, QueryColumn, TableView } from "#lib/elements/query/types.ts";
import { tellOp } from "#lib/features/views/condition-words.ts";
import { chipNameOf, sayOperand } from "./filter-words.ts";
import { fullNameOf } from "./shown-columns.ts";
import { dropFilter, type FilterPlace } from "./view-changes.ts";

export type FilterChipsProps = {
  view: TableView;
  columns: ReadonlyMap<string, QueryColumn>;
  change: (next: (view: TableView) => TableView) => void;
  onEdit: (filter: Filter, place: FilterPlace) => void;
};

/** The chips (view-parts.tsx). A press on a condition edits it, its cross removes it. */
export function MadeFilterChips({ view, columns, change, onEdit }: FilterChipsProps): ReactNode {
  const chipOf = (filter: Filter, place: FilterPlace): ReactNode => (
    <FilterChip
      key={`${String(place.at)}:${filter.column}`}
      filter={filter}
      column={columns.get(filter.column)}
      columns={columns}
      onEdit={() => onEdit(filter, place)}
      onDrop={() => change((now) => dropFilter(now, place))}
    />
  );
  return (
    <>
      {view.filters.map((filter, at) => chipOf(filter, { group: null, at }))}
      {view.anyOf.map((filters, group) => (
        <span
          key={String(group)}
          role="group"
          aria-label={t("At least one must apply")}
          className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-1"
        >
          {filters.map((filter, at) => (
            <Fragment key={`${String(at)}:${filter.column}`}>
              {at > 0 && <span className="text-12 text-fg-3">{t("or")}</span>}
              {chipOf(filter, { group, at })}
            </Fragment>
          ))}
        </span>
      ))}
    </>
  );
}

/** A condition in words; a click edits it, the cross removes it. */
function FilterChip({
  filter,
  column,
  columns,
  onEdit,
  onDrop,
}: {
  filter: Filter;
  column: QueryColumn | undefined;
  columns: ReadonlyMap<string, QueryColumn>;
  onEdit: () => void;
  onDrop: () => void;
}): ReactNode {
  const name = column === undefined ? t("A column that this table does not have") : fullNameOf(column);
  const short = column === undefined ? name : chipNameOf(column, columns);
  const operand = sayOperand(filter, column?.unit ?? null);
  return (
    <span className="chip">
      <button
        type="button"
        className="chip-words"
        title={t("Change filter: {words}", { words: [name, tellOp(filter), operand].join(" ").trim() })}
        disabled={column === undefined}
        onClick={onEdit}
      >
        {short === name ? (
          <span className="chip-name">{marked(name)}</span>
        ) : (
          <span className="chip-name">
            <span className="chip-short" aria-hidden>
              {marked(short)}
            </span>
            <span className="chip-whole">{marked(name)}</span>
          </span>
        )}
        <span className="flex-none text-fg-3">{tellOp(filter)}</span>
        {operand !== "" && <b className="flex-none font-medium">{marked(operand)}</b>}
      </button>
      <button
        type="button"
        className="chip-drop"
        aria-label={t("Remove the filter on {name}", { name })}
        onClick={onDrop}
      >
        <X aria-hidden />
      </button>
    </span>
  );
}
