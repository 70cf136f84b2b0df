"use client";
import { Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { ElementGrid } from "#app/_ui/data-table/element-grid.tsx";
import { pageRowsFor } from "#app/_ui/data-table/grid/columns.ts";
import { GridSkeleton } from "#app/_ui/data-table/grid/grid-skeleton.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { t } from "#lib/core/texts.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import type { TableDescription, TablePage, TableView } from "#lib/elements/query/types.ts";
import { classesNoun } from "#lib/features/elements/class-words.ts";
import { writeSums } from "#lib/features/sums/write-sums.ts";
import { FilterPanel, OpenElement, usePanels } from "./panels.tsx";
import { matchingRows } from "./row-words.ts";
import { ColumnFacade } from "./table/column-facade.tsx";
import { MatchesSummary, NothingMatches, RowsTrouble } from "./table/matches-words.tsx";
import { withAbsent } from "./table/shown-columns.ts";
import { TableDialogs } from "./table/table-dialogs.tsx";
import { TableTools } from "./table/table-tools.tsx";
import { useDensity } from "./table/use-density.ts";
import { useElementColumns } from "./table/use-element-columns.ts";
import { useColumnMenu, type Opened } from "./table/use-column-menu.tsx";
import { useOpenRow } from "./table/use-open-row.ts";
import { FILTER_BUTTON, useFilterPanel } from "./table/use-filter-panel.ts";
import { useMatches } from "./table/use-matches.ts";
import { useShown, useTableQuery, useTableView } from "./table/use-table-view.ts";
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
  const close = useCallback(() => setOpened(null), []);

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
      <ColumnFacade
        shown={shown}
        rows={table.rows}
        isNarrowed={isNarrowed}
        onColumns={() => setOpened({ kind: "columns" })}
        onReveal={(columnId) => setReveal({ columnId })}
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
              found={matches === null ? "" : matchingRows(classes, matches, table.rows)}
              change={change}
              onTarget={filters.setTarget}
              onClose={filters.close}
            />
          </Suspense>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {trouble !== null && <RowsTrouble trouble={trouble} again={again} />}
          {held === null && trouble === null && <GridSkeleton label={classesNoun(classes, 2)} />}
          {held !== null && held.matches === 0 && (
            <NothingMatches view={view} change={change} classes={classes} />
          )}
          {held !== null && held.matches > 0 && (
            <ElementGrid
              label={t("Properties of {count} {noun}", {
                count: formatCount(held.matches),
                noun: classesNoun(classes, held.matches),
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
              summary={
                <MatchesSummary matches={held.matches} rows={table.rows} shown={shown} classes={classes} />
              }
            />
          )}
        </div>
        {openRow !== null && held !== null && (
          <OpenElement open={openRow} address={address} query={query} held={held} setOpen={setOpenRow} />
        )}
      </div>
      <TableDialogs
        opened={opened}
        onClose={close}
        address={address}
        query={query}
        grid={grid}
        shown={shown}
        rows={table.rows}
        change={change}
      />
    </>
  );
}
