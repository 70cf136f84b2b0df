/**
 * The table that a run exports, of one model: the readings that its page showed while they are kept, else what the service says now. Tables
 * over several models are opened by joined-source.ts.
 */
import type { ExportRunModel } from "#lib/db/client.ts";
import { makeExportTable, type ExportTable } from "#lib/elements/files/table.ts";
import type { Snapshot } from "#lib/elements/snapshot.ts";
import type { ViewContent } from "#lib/features/views/content.ts";
import { listAbsence, type ModelAbsence } from "#lib/features/views/absences.ts";
import { narrowToView, type NarrowedTable } from "#lib/features/views/live-columns.ts";
import type { LeftOut } from "./bulk-schema.ts";
import type { BulkRequest } from "./bulk-request.ts";
import type { Claim, RunProgress } from "./progress.ts";
import { viewOf, type ExportRequest } from "./request.ts";
import {
  factsOf,
  listPresentClasses,
  openReading,
  type ReadingFacts,
  type RunSource,
} from "./run-readings.ts";
import { selectRowsOf, selectView } from "./view-selection.ts";

export type RunTable = {
  request: ExportRequest;
  /** What the whole bulk run was asked for; null: a run of its own. */
  bulk: BulkRequest | null;
  table: ExportTable;
  /** The one snapshot that the table is all of; null when it is more or less than that. */
  whole: Snapshot | null;
  readings: readonly ReadingFacts[];
  /** Of all readings, as they lie in the file store. */
  storedBytes: number;
  /** The first reading's row, by which runs and readings find each other. */
  snapshotId: string | null;
  /** Models that were asked for and are not in the table. */
  leftOut: readonly LeftOut[];
  /** What the view names and a model lacks. */
  absent: readonly ModelAbsence[];
  close: () => Promise<void>;
};

/**
 * Opens the run's table, read from the service if need be. The caller closes it.
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
    const classes =
      view === null ? request.classes : await listPresentClasses(run, request.classes, progress.signal);
    for (const [i, ifcClass] of classes.entries()) {
      const shown = request.snapshotIds[i] ?? (request.classes.length === 1 ? run.snapshotId : null);
      sources.push(await openReading(target, ifcClass, shown));
    }
    const [only, ...others] = sources;
    const isWhole = request.view === null && view === null && others.length === 0;
    const { table, absent } = await openTable(sources, request, view?.content ?? null, progress.signal);
    return {
      request,
      bulk,
      table,
      whole: isWhole ? (only?.snapshot ?? null) : null,
      readings: sources.map((source) => factsOf(source, null)),
      storedBytes: sources.reduce((sum, { snapshot }) => sum + snapshot.meta.files.rows.bytes, 0),
      snapshotId: only?.snapshotId ?? null,
      leftOut: [],
      absent: listAbsence(absent, null),
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
): Promise<NarrowedTable> {
  if (content !== null) return narrowToView(content, sources, await selectRowsOf(sources, content, signal));
  const view = viewOf(request);
  if (view === null)
    return { table: makeExportTable(sources, null), absent: { columns: [], conditions: [] } };
  const { selection, absent } = await selectView(sources, view, signal);
  return { table: makeExportTable(sources, selection), absent };
}
