/**
 * The table that a run exports, of one model: the readings that its page showed while they are kept, else what the service says now. Tables
 * over several models are opened by joined-source.ts.
 */
import type { ExportRunModel } from "#lib/db/client.ts";
import { makeExportTable, type ExportTable } from "#lib/elements/export/table.ts";
import type { Snapshot } from "#lib/elements/snapshot.ts";
import type { LeftOut } from "./bulk-schema.ts";
import type { Claim, RunProgress } from "./progress.ts";
import { viewOf, type ExportRequest } from "./request.ts";
import { factsOf, openReading, type ReadingFacts, type RunSource } from "./run-readings.ts";
import { selectView } from "./view-selection.ts";

export type RunTable = {
  request: ExportRequest;
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
  close: () => Promise<void>;
};

/**
 * Opens the run's table, read from the service if need be. The caller closes it.
 * @throws AppError, ServiceError, ElementsError: why there is no table
 */
export async function openRunTable(
  run: ExportRunModel,
  request: ExportRequest,
  claim: Claim,
  progress: RunProgress,
): Promise<RunTable> {
  const { projectId, modelServiceId, reference } = run;
  const target = { projectId, modelServiceId, reference, claim, progress };
  const sources: RunSource[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(sources.map(({ snapshot }) => snapshot.close()));
  };
  try {
    for (const [i, ifcClass] of request.classes.entries()) {
      const shown = request.snapshotIds[i] ?? (request.classes.length === 1 ? run.snapshotId : null);
      sources.push(await openReading(target, ifcClass, shown));
    }
    const view = viewOf(request);
    const selection = view === null ? null : await selectView(sources, view, progress.signal);
    const [only, ...others] = sources;
    return {
      request,
      table: makeExportTable(sources, selection),
      whole: selection === null && others.length === 0 ? (only?.snapshot ?? null) : null,
      readings: sources.map((source) => factsOf(source, null)),
      storedBytes: sources.reduce((sum, { snapshot }) => sum + snapshot.meta.files.rows.bytes, 0),
      snapshotId: only?.snapshotId ?? null,
      leftOut: [],
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
