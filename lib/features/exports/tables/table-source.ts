/**
 * The table of one model that a run exports: the readings that its page showed while they are stored, else new ones from the service.
 * joined-source.ts opens tables over several models.
 */
import type { ExportRunModel } from "#lib/db/client.ts";
import { makeExportTable, type ExportTable } from "#lib/elements/files/table.ts";
import { readKeptView } from "#lib/elements/query/address/address.ts";
import { resolveView, type AskedColumn } from "#lib/elements/query/address/named-column.ts";
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import type { ViewContent } from "#lib/features/views/content.ts";
import { listAbsence, type ModelAbsence } from "#lib/features/views/absences.ts";
import { keepView } from "#lib/features/views/fit.ts";
import { columnsOf, narrowToView, type NarrowedTable } from "#lib/features/views/live/columns.ts";
import type { LeftOut } from "../bulk-schema.ts";
import type { BulkRequest } from "../bulk-request.ts";
import type { Claim, RunProgress } from "../progress.ts";
import type { ExportRequest } from "../request.ts";
import { factsOf, type ReadingFacts } from "./reading-facts.ts";
import { openReadings, type RunSource } from "./run-readings.ts";
import { selectRowsOf, selectView } from "./view-selection.ts";

export type RunTable = {
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
  close: () => Promise<void>;
};

/**
 * Opens the run's table, reading from the service if necessary. The caller closes it.
 * @throws AppError, ServiceError, ElementsError: why there is no table
 */
export async function openRunTable(
  run: ExportRunModel,
  { request, bulk }: { request: ExportRequest; bulk: BulkRequest | null },
  claim: Claim,
  progress: RunProgress,
): Promise<RunTable> {
  const { projectId, modelServiceId, reference } = run;
  const target = { projectId, modelServiceId, reference, claim, progress };
  const view = bulk?.view ?? null;
  const sources: RunSource[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(sources.map(({ snapshot }) => snapshot.close()));
  };
  try {
    const { classes, snapshotIds } = request;
    const shown = classes.length === 1 ? [snapshotIds[0] ?? run.snapshotId] : snapshotIds;
    for await (const source of openReadings(target, { classes, isOfView: view !== null, shown }))
      sources.push(source);
    const [only, ...others] = sources;
    const { table, absent, content, isWhole } = await openTable(
      sources,
      request,
      view?.content ?? null,
      progress.signal,
    );
    return {
      request,
      bulk,
      table,
      whole: isWhole && others.length === 0 ? (only?.snapshot ?? null) : null,
      readings: sources.map((source) => factsOf(source, null)),
      storedBytes: sources.reduce((sum, { snapshot }) => sum + snapshot.meta.files.rows.bytes, 0),
      snapshotId: only?.snapshotId ?? null,
      leftOut: [],
      view: content === null ? null : { content, columns: columnsOf(sources) },
      absent: listAbsence(
        absent,
        null,
        sources.reduce((sum, { snapshot }) => sum + snapshot.meta.rows, 0),
      ),
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function openTable(
  sources: readonly RunSource[],
  request: ExportRequest,
  content: ViewContent | null,
  signal: AbortSignal,
): Promise<NarrowedTable & { content: ViewContent | null; isWhole: boolean }> {
  if (content !== null)
    return {
      ...narrowToView(content, sources, await selectRowsOf(sources, content, signal)),
      content,
      isWhole: false,
    };
  const view = readKeptView(request.view);
  if (view === null)
    return {
      table: makeExportTable(sources, null),
      absent: { columns: [], conditions: [] },
      content,
      isWhole: true,
    };
  const { selection, absent } = await selectView(sources, view, signal);
  const columns = columnsOf(sources);
  const { unitInHeading } = request.options;
  const shown = keepView(
    resolveView(view, columns),
    { ifcClasses: request.classes, columns },
    { profile: "programs", unitInHeading },
  );
  // A view of everything is written as fast as everything.
  const isWhole =
    selection.rows === null &&
    selection.columns.length === columns.length &&
    columns.every(({ id }, place) => id === selection.columns[place]);
  return { table: makeExportTable(sources, selection), absent, content: shown, isWhole };
}
