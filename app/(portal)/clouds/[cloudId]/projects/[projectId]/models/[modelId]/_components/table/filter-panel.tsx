"use client";
import { X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useMediaQuery } from "#app/_ui/data-table/grid/use-environment.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import {
  conditionsOf,
  FILTERS_MAX,
  type Filter,
  type QueryColumn,
  type TableQuery,
  type TableView,
} from "#lib/elements/query/types.ts";
import type { TableAddress } from "./ask-table.ts";
import { MadeFilterChips as FilterChips } from "./made-filter-chips.tsx";
import { FilterForm, type FilterTarget } from "./filter-form.tsx";
import { FILTERS_COVER } from "./use-filter-panel.ts";
import { addAlternative, putFilter, type FilterPlace } from "./view-changes.ts";

/**
 * The conditions beside the matching rows: add, change and remove them, with immediate effect. Where there is no room, it covers the rows
 * and closes as soon as a condition is made.
 */
export function FilterPanel({
  target,
  opened,
  view,
  columns,
  byId,
  address,
  query,
  found,
  change,
  onTarget,
  onClose,
}: {
  target: FilterTarget;
  /** Changes each time somebody opens the panel, which then takes the focus; 0: it was open from the start. */
  opened: number;
  view: TableView;
  /** The columns to choose from, in order. */
  columns: readonly QueryColumn[];
  byId: ReadonlyMap<string, QueryColumn>;
  address: TableAddress;
  query: TableQuery;
  /** How many rows the conditions leave, in words. */
  found: string;
  change: (next: (view: TableView) => TableView) => void;
  onTarget: (target: FilterTarget) => void;
  onClose: () => void;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const covers = useMediaQuery(FILTERS_COVER);
  useEffect(() => {
    if (opened > 0) heading.current?.focus({ preventScroll: true });
  }, [opened]);
  const conditions = conditionsOf(view);
  const apply = (filter: Filter, orAt: FilterPlace | null): void => {
    change((now) =>
      orAt === null
        ? putFilter(now, filter, "place" in target ? target.place : null)
        : addAlternative(now, filter, orAt),
    );
    onTarget({ column: null });
    if (covers) onClose();
  };
  return (
    <aside
      aria-label={t("Filter")}
      className="drawer filters"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="flex items-center gap-1 border-b border-line px-4 py-2">
        <h2 ref={heading} tabIndex={-1} className="text-14 font-semibold">
          {t("Filter")}
        </h2>
        <span role="status" className="min-w-0 flex-1 truncate text-12 text-fg-2">
          {found}
        </span>
        {conditions.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => change((now) => ({ ...now, filters: [], anyOf: [] }))}
          >
            {t("Remove all")}
          </Button>
        )}
        <Button variant="ghost" size="sm" square aria-label={t("Close the filters")} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto px-4 py-3">
        {conditions.length > 0 && (
          <section aria-label={t("Conditions")} className="flex flex-wrap items-start gap-1.5">
            <FilterChips
              view={view}
              columns={byId}
              change={(next) => {
                // The condition being changed may have been removed or moved.
                if ("place" in target) onTarget({ column: target.filter.column });
                change(next);
                heading.current?.focus();
              }}
              onEdit={(filter, place) => onTarget({ filter, place })}
            />
          </section>
        )}
        {conditions.length >= FILTERS_MAX && !("place" in target) ? (
          <p className="text-13 text-fg-2">
            {t("A table has at most {count} conditions. Remove one to add another.", { count: FILTERS_MAX })}
          </p>
        ) : (
          <FilterForm
            target={target}
            columns={columns}
            address={address}
            query={query}
            onCancel={() => {
              heading.current?.focus();
              onTarget({ column: null });
            }}
            onApply={apply}
          />
        )}
      </div>
    </aside>
  );
}
