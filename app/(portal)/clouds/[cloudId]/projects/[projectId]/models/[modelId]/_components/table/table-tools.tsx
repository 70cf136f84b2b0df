"use client";
import { Columns3, Filter as FilterIcon, LayoutList, Link2, Rows3, Sigma } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { CopyButton } from "#app/_ui/primitives/copy-button.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Menu, MenuChoice, MenuChoiceItem } from "#app/_ui/primitives/menu.tsx";
import { msg, t } from "#lib/core/texts.ts";
import { conditionsOf, type Filter, type QueryColumn, type TableView } from "#lib/elements/query/types.ts";
import type { ShownColumns } from "./shown-columns.ts";
import { FILTER_BUTTON } from "./use-filter-panel.ts";
import type { FilterPlace } from "./view-changes.ts";
import { FilterChips } from "./view-parts.tsx";

export const DENSITIES = ["compact", "default", "relaxed"] as const;
export type Density = (typeof DENSITIES)[number];

const DENSITY_WORDS = {
  compact: msg("Compact"),
  default: msg("Normal"),
  relaxed: msg("Comfortable"),
} as const;
const SETTLE_MS = 250;

/** Controls that filter and arrange the table: search, filters, columns, completeness, row height, and the link to this view. */
export function TableTools({
  view,
  shown,
  columns,
  density,
  views,
  sumsHref,
  isFiltering,
  change,
  onFilter,
  onEditFilter,
  onColumns,
  onCompleteness,
  onDensity,
}: {
  view: TableView;
  shown: ShownColumns;
  columns: ReadonlyMap<string, QueryColumn>;
  density: Density;
  /** Named views: applied, saved, kept in order. */
  views: ReactNode;
  /** Groups and sums of the rows that the table shows. */
  sumsHref: string;
  /** The filter panel is open, so its controls are not shown here. */
  isFiltering: boolean;
  change: (next: (view: TableView) => TableView) => void;
  onFilter: () => void;
  onEditFilter: (filter: Filter, place: FilterPlace) => void;
  onColumns: () => void;
  onCompleteness: () => void;
  onDensity: (density: Density) => void;
}): ReactNode {
  const conditions = conditionsOf(view).length;
  return (
    <div
      role="toolbar"
      aria-label={t("Rows and columns")}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2"
    >
      <FindInRows search={view.search} onSearch={(search) => change((now) => ({ ...now, search }))} />
      {!isFiltering && <FilterChips view={view} columns={columns} change={change} onEdit={onEditFilter} />}
      <Button id={FILTER_BUTTON} variant="ghost" size="sm" onClick={onFilter} aria-expanded={isFiltering}>
        <FilterIcon aria-hidden />
        {t("Filter")}
        {isFiltering && conditions > 0 && (
          <span className="font-normal text-fg-3">{formatCount(conditions)}</span>
        )}
      </Button>
      <span className="ml-auto flex flex-wrap items-center gap-1 max-sm:gap-0">
        {views}
        <Button variant="ghost" size="sm" onClick={onColumns}>
          <Columns3 aria-hidden />
          <span className="sr-only">{t("Columns:")} </span>
          {formatCount(shown.columns.length)}
          <span className="font-normal text-fg-3">
            {t("of {count}", { count: formatCount(shown.choosable.length) })}
          </span>
        </Button>
        <Button
          variant="ghost"
          size="sm"
          square
          aria-label={t("Completeness")}
          title={t("Completeness")}
          onClick={onCompleteness}
        >
          <LayoutList aria-hidden />
        </Button>
        <LinkButton variant="ghost" size="sm" href={sumsHref}>
          <Sigma aria-hidden />
          {t("Sums")}
        </LinkButton>
        <Menu
          label={t("Row height")}
          trigger={
            <Button variant="ghost" size="sm" square aria-label={t("Row height")} title={t("Row height")}>
              <Rows3 aria-hidden />
            </Button>
          }
        >
          <MenuChoice
            value={density}
            onChange={(value) => onDensity(DENSITIES.find((one) => one === value) ?? "default")}
          >
            {DENSITIES.map((one) => (
              <MenuChoiceItem key={one} value={one}>
                {t(DENSITY_WORDS[one])}
              </MenuChoiceItem>
            ))}
          </MenuChoice>
        </Menu>
        <span className="max-sm:hidden">
          <CopyButton
            text={() => window.location.href}
            label={t("Copy the link to this view")}
            icon={<Link2 aria-hidden />}
          />
        </span>
      </span>
    </div>
  );
}

/** Searches when typing pauses; Enter searches at once, Escape clears. */
function FindInRows({ search, onSearch }: { search: string; onSearch: (search: string) => void }): ReactNode {
  const [typed, setTyped] = useState({ text: search, of: search });
  // Navigation may change the search from outside.
  if (typed.of !== search) setTyped({ text: search, of: search });
  useEffect(() => {
    if (typed.text === search) return;
    const timer = setTimeout(() => onSearch(typed.text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed.text, search, onSearch]);
  return (
    <Input
      className="w-44 max-sm:w-full"
      type="search"
      aria-label={t("Find in rows")}
      value={typed.text}
      onChange={(event) => setTyped({ text: event.target.value, of: search })}
      onKeyDown={(event) => {
        if (event.key === "Enter") onSearch(typed.text);
        if (event.key === "Escape") onSearch("");
      }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
