/**
 * The table of one model that a run exports: the readings that its page showed while they are stored, else new ones from the service.
 * joined-source.ts opens tables over several models.
 */
import type { ExportRunModel } from "#lib/db/client.ts";
import { shownColumns } from "#lib/elements/files/shown-columns.ts";
import { makeExportTable, type ExportTable } from "#lib/elements/files/table.ts";
import { readKeptView } from "#lib/elements/query/address/address.ts";
import type { AskedColumn } from "#lib/elements/query/address/named-column.ts";
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import type { ViewContent } from "#lib/features/views/content.ts";
import { absenceOfView, listAbsence, type ModelAbsence } from "#lib/features/views/absences.ts";
import { fitView, keepView } from "#lib/features/views/fit.ts";
import { columnsOf } from "#lib/features/views/live/columns.ts";
import type { LeftOut } from "../bulk-schema.ts";
import type { Claim, RunProgress } from "../progress.ts";
import type { BulkRequest, ExportRequest } from "../request.ts";
import { openReadings, type ReadingFacts, type RunSource } from "./run-readings.ts";
import { selectRows } from "./view-selection.ts";

export type RunTable = AsyncDisposable & {
  request: ExportRequest;
  /** The request of the whole bulk run; null: the run belongs to none. */
  bulk: BulkRequest | null;
  table: ExportTable;
  /** The single snapshot that is exactly the table; null when the table is more or less than one snapshot. */
  whole: Snapshot | null;
  readings: readonly ReadingFacts[];
  /** Bytes of all readings in the file store. */
  storedBytes: number;
  /** The first reading's row, which links runs and readings. */
  snapshotId: string | null;
  /** Models that were asked for but are not in the table. */
  leftOut: readonly LeftOut[];
  /** The view by names, and the columns that it was fitted to; null: everything. */
  view: { content: ViewContent; columns: readonly AskedColumn[] } | null;
  /** What the view names but a model lacks. */
  absent: readonly ModelAbsence[];
};

/**
 * Opens the run's table, reading from the service if necessary.
 * @throws AppError, ServiceError, ElementsError: why there is no table
 */
export async function openRunTable(
  run: ExportRunModel,
  { request, bulk }: { request: ExportRequest; bulk: BulkRequest | null },
  claim: Claim,
  progress: RunProgress,
): Promise<RunTable> {
  const { projectId, modelServiceId, reference } = run;
  const target = { projectId, modelServiceId, place: null, reference, claim, progress };
  const view = bulk?.view ?? null;
  await using opened = new AsyncDisposableStack();
  const sources: RunSource[] = [];
  const { classes, snapshotIds } = request;
  const shown = classes.length === 1 ? [snapshotIds[0] ?? run.snapshotId] : snapshotIds;
  for await (const source of openReadings(target, { classes, isOfView: view !== null, shown })) {
    opened.use(source.snapshot);
    sources.push(source);
  }
  const [first] = sources;
  const shownTable = await openTable(sources, request, view?.content ?? null, progress.signal);
  const snapshots = opened.move();
  return {
    request,
    bulk,
    ...shownTable,
    readings: sources.map(({ facts }) => facts),
    storedBytes: sources.reduce((sum, { snapshot }) => sum + snapshot.meta.files.rows.bytes, 0),
    snapshotId: first?.snapshotId ?? null,
    leftOut: [],
    [Symbol.asyncDispose]: () => snapshots.disposeAsync(),
  };
}

/** The table as a saved view, or the view of a page, selects it. */
async function openTable(
  sources: readonly RunSource[],
  request: ExportRequest,
  saved: ViewContent | null,
  signal: AbortSignal,
): Promise<Pick<RunTable, "table" | "whole" | "view" | "absent">> {
  const columns = columnsOf(sources);
  const [only, ...others] = sources;
  const whole = others.length === 0 ? (only?.snapshot ?? null) : null;
  const view = saved === null ? readKeptView(request.view, columns) : fitView(saved, columns);
  if (view === null) return { table: makeExportTable(sources, null), whole, view: null, absent: [] };
  const classes = saved?.ifcClasses.length ?? sources.length;
  const rows = await selectRows(sources, view, signal);
  const selection = { ...shownColumns(columns, classes, view), rows };
  const { unitInHeading } = request.options;
  const content =
    saved ?? keepView(view, { ifcClasses: request.classes, columns }, { profile: "programs", unitInHeading });
  // A page's view of everything is written as fast as everything.
  const isWhole =
    saved === null &&
    rows === null &&
    selection.columns.length === columns.length &&
    columns.every(({ id }, place) => id === selection.columns[place]);
  const elements = sources.reduce((sum, { facts }) => sum + facts.elements, 0);
  return {
    table: makeExportTable(sources, selection),
    whole: isWhole ? whole : null,
    view: { content, columns },
    absent: listAbsence(absenceOfView(view, columns), null, elements),
  };
}
