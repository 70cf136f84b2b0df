"use client";
import { SearchX } from "lucide-react";
import { Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { ElementGrid } from "#app/_ui/data-table/element-grid.tsx";
import { Facade } from "#app/_ui/data-table/facade.tsx";
import { pageRowsFor } from "#app/_ui/data-table/grid/columns.ts";
import { GridSkeleton } from "#app/_ui/data-table/grid/grid-skeleton.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import type { TableDescription, TablePage, TableQuery, TableView } from "#lib/elements/query/types.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import { writeSums } from "#lib/features/sums/write-sums.ts";
import {
  ColumnsDialog,
  CompletenessDialog,
  FilterPanel,
  OpenElement,
  StatisticsDialog,
  usePanels,
} from "./panels.tsx";
import { facadeSets } from "./table/facade-sets.ts";
import { groupOf, showColumns, withAbsent, type ShownColumns } from "./table/shown-columns.ts";
import { TableTools } from "./table/table-tools.tsx";
import { useDensity } from "./table/use-density.ts";
import { useElementColumns } from "./table/use-element-columns.ts";
import { useColumnMenu, type Opened } from "./table/use-column-menu.tsx";
import { useOpenRow } from "./table/use-open-row.ts";
import { FILTER_BUTTON, useFilterPanel } from "./table/use-filter-panel.ts";
import { useMatches } from "./table/use-matches.ts";
import { useTableView } from "./table/use-table-view.ts";
import { putFilter } from "./table/view-changes.ts";
import { ViewNotes } from "./table/view-parts.tsx";
import { ViewsMenu } from "./views/views-menu.tsx";

/** What a table currently shows. */
export type SeenView = {
  /** As written in an address; "" for all rows in the usual columns. */
  address: string;
  /** Rows that match search and filters; null while they are being counted. */
  matches: number | null;
};

/** The table over finished readings, with all its queries; its state is in the address. */
export function ElementTable({
  table: described,
  initialView,
  initialPage,
  path,
  onSeen,
}: {
  table: TableDescription;
  initialView: TableView;
  /** The first rows for that view; null: requested when it is shown. */
  initialPage: TablePage | null;
  /** The address of the model's page. */
  path: string;
  onSeen: (seen: SeenView) => void;
}): ReactNode {
  usePanels();
  const { view, change } = useTableView(initialView, described.columns);
  const table = useMemo(() => withAbsent(described, view), [described, view]);
  const [density, setDensity] = useDensity();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [reveal, setReveal] = useState<{ columnId: string } | null>(null);
  const address = table.sources.map(({ snapshotId }) => snapshotId).join(".");
  const [openRow, setOpenRow] = useOpenRow(address);
  const classes = useMemo(() => table.sources.map(({ ifcClass }) => ifcClass), [table]);
  const columns = useMemo(() => new Map(table.columns.map((column) => [column.id, column])), [table]);
  const shown = useShown(table, view);
  const ids = useMemo(() => shown.columns.map(({ id }) => id), [shown]);
  const query = useTableQuery(view);
  const { held, isOld, trouble, again } = useMatches({
    address,
    table,
    query,
    columns: ids,
    initial: initialPage,
  });
  const find = useMemo(
    () =>
      query.search === "" ? null : { text: query.search, columns: query.searchIn && new Set(query.searchIn) },
    [query],
  );
  const matches = isOld ? null : (held?.matches ?? null);
  useEffect(() => onSeen({ address: writeView(view).toString(), matches }), [onSeen, view, matches]);
  const isNarrowed = held !== null && held.matches < table.rows;
  const grid = useElementColumns({
    shown,
    view,
    rows: table.rows,
    isNarrowed,
    cellIds: held?.columns,
    change,
  });
  const filters = useFilterPanel();
  const menu = useColumnMenu({ grid, columns, address, query, setOpened, onFilter: filters.open });
  const sets = useMemo(() => facadeSets(shown, table.rows), [shown, table.rows]);
  const close = useCallback(() => setOpened(null), []);
  const noun = (count: number): string => nounOf(table, count);

  return (
    <>
      <div className="gbar min-h-10">
        <TableTools
          view={view}
          shown={shown}
          columns={columns}
          density={density}
          views={
            <ViewsMenu
              view={view}
              ifcClasses={classes}
              columns={table.columns}
              onApply={(next) => change(() => next)}
            />
          }
          sumsHref={`${path}/sums?${writeSums(classes, view, null).toString()}`}
          change={change}
          isFiltering={filters.isOpen}
          onFilter={() => (filters.isOpen ? filters.close() : filters.open({ column: null }, FILTER_BUTTON))}
          onEditFilter={(filter, place) => filters.open({ filter, place }, FILTER_BUTTON)}
          onColumns={() => setOpened({ kind: "columns" })}
          onCompleteness={() => setOpened({ kind: "completeness" })}
          onDensity={setDensity}
        />
      </div>
      <ViewNotes table={table} view={view} change={change} />
      <Facade
        title={
          <>
            {rich("<b>Completeness</b> · {count, plural, one {# column} other {# columns}}, {shown} shown", {
              b: (inner) => <b className="font-medium text-fg">{inner}</b>,
              count: shown.choosable.length,
              shown: formatCount(shown.columns.length),
            })}
          </>
        }
        legend={
          isNarrowed
            ? t(
                "Each bar is a column, over all {count, plural, one {# row} other {# rows}}. Search and filters do not change the bars",
                { count: table.rows },
              )
            : t(
                "Each bar is a column. Flat means no values in {count, plural, one {the # row} other {all # rows}}",
                {
                  count: table.rows,
                },
              )
        }
        sets={sets}
        onPick={(group) => {
          const first = shown.columns.find(
            (column) => groupOf(column) === group && !shown.pinnedIds.includes(column.id),
          );
          if (first === undefined) setOpened({ kind: "columns" });
          else setReveal({ columnId: first.id });
        }}
      />
      <div className="flex min-h-0 flex-1">
        {filters.isOpen && (
          // Its code is loaded when it opens: without its own boundary the whole page would wait for it.
          <Suspense>
            <FilterPanel
              target={filters.target}
              opened={filters.opened}
              view={view}
              columns={shown.choosable}
              byId={columns}
              address={address}
              query={query}
              found={matches === null ? "" : tellMatches(matches, table.rows, noun)}
              change={change}
              onTarget={filters.setTarget}
              onClose={filters.close}
            />
          </Suspense>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {trouble !== null && (
            <div className="border-b border-line p-2">
              <Note
                tone="bad"
                title={t("The rows could not be read.")}
                live
                action={
                  <Button size="sm" onClick={again}>
                    {t("Try again")}
                  </Button>
                }
              >
                {trouble.whole}
              </Note>
            </div>
          )}
          {held === null && trouble === null && <GridSkeleton label={noun(2)} />}
          {held !== null && held.matches === 0 && <NothingMatches view={view} change={change} noun={noun} />}
          {held !== null && held.matches > 0 && (
            <ElementGrid
              label={t("Properties of {count} {noun}", {
                count: formatCount(held.matches),
                noun: noun(held.matches),
              })}
              table={grid}
              rowCount={held.matches}
              pageRows={pageRowsFor(held.columns.length)}
              loadRows={held.load}
              initialRows={held.rows}
              menu={menu}
              density={density}
              isOld={isOld}
              reveal={reveal}
              find={find}
              openRow={openRow?.row ?? null}
              onOpenRow={({ row, id }) => setOpenRow({ row, id, focusId: document.activeElement?.id ?? "" })}
              summary={<Summary matches={held.matches} table={table} shown={shown} noun={noun} />}
            />
          )}
        </div>
        {openRow !== null && held !== null && (
          <OpenElement open={openRow} address={address} query={query} held={held} setOpen={setOpenRow} />
        )}
      </div>
      {opened?.kind === "statistics" && (
        <StatisticsDialog
          address={address}
          query={query}
          column={opened.column}
          returnFocusTo={opened.returnTo}
          onClose={close}
          onFilter={(filter) => {
            change((now) => putFilter(now, filter, null));
            close();
          }}
        />
      )}
      {opened?.kind === "columns" && (
        <ColumnsDialog grid={grid} shown={shown} rows={table.rows} change={change} onClose={close} />
      )}
      {opened?.kind === "completeness" && (
        <CompletenessDialog address={address} query={query} columns={shown.columns} onClose={close} />
      )}
    </>
  );
}

/** Only some parts of a view change the shown columns: resizing a column or filtering does not. */
function useShown(table: TableDescription, view: TableView): ShownColumns {
  const { columns, hidden, pinned, hidesEmpty } = view;
  return useMemo(
    () => showColumns(table, { columns, hidden, pinned, hidesEmpty }),
    [table, columns, hidden, pinned, hidesEmpty],
  );
}

/** The query alone; the same object as long as the query is the same. */
function useTableQuery(view: TableView): TableQuery {
  const { search, searchIn, filters, anyOf, sorts } = view;
  return useMemo(
    () => ({ search, searchIn, filters, anyOf, sorts }),
    [search, searchIn, filters, anyOf, sorts],
  );
}

function nounOf(table: TableDescription, count: number): string {
  const [only, second] = table.sources;
  if (only === undefined || second !== undefined) return classNoun("", count);
  return classNoun(only.ifcClass, count);
}

function tellMatches(matches: number, rows: number, noun: (count: number) => string): string {
  return matches === rows
    ? `${formatCount(matches)} ${noun(matches)}`
    : t("{matches} of {rows} {noun}", {
        matches: formatCount(matches),
        rows: formatCount(rows),
        noun: noun(rows),
      });
}

function Summary({
  matches,
  table,
  shown,
  noun,
}: {
  matches: number;
  table: TableDescription;
  shown: ShownColumns;
  noun: (count: number) => string;
}): ReactNode {
  return (
    <>
      <b className="font-medium text-fg">{tellMatches(matches, table.rows, noun)}</b>
      {shown.emptyHidden > 0 && (
        <span className="max-sm:hidden">
          ,{" "}
          {t("{count, plural, one {# empty column} other {# empty columns}} left out", {
            count: shown.emptyHidden,
          })}
        </span>
      )}
    </>
  );
}

function NothingMatches({
  view,
  change,
  noun,
}: {
  view: TableView;
  change: (next: (view: TableView) => TableView) => void;
  noun: (count: number) => string;
}): ReactNode {
  const conditions = [...view.filters, ...view.anyOf];
  return (
    <Blank
      icon={<SearchX aria-hidden />}
      title={t("No {noun} match", { noun: noun(2) })}
      action={
        <Button onClick={() => change((now) => ({ ...now, search: "", filters: [], anyOf: [] }))}>
          {t("Show all {noun}", { noun: noun(2) })}
        </Button>
      }
    >
      {view.search !== "" && `${t("Searched every column for “{search}”.", { search: view.search })} `}
      {conditions.length > 0 &&
        t("{count, plural, one {# filter applies.} other {All # filters must apply.}}", {
          count: conditions.length,
        })}
    </Blank>
  );
}
