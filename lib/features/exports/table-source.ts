/**
 * The table that a run exports: the reading that its page showed while that is kept, else what the service says now. It waits
 * for readings of others instead of reading twice.
 */
import { AppError } from "#lib/core/errors.ts";
import { getDb, type ExportRunModel } from "#lib/db/client.ts";
import { makeExportTable, type ExportTable } from "#lib/elements/export/table.ts";
import type { Snapshot } from "#lib/elements/snapshot.ts";
import { startReading, waitForReading } from "#lib/features/elements/reading.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import {
  acquireSnapshot,
  markLost,
  READER_DIED,
  touch,
  type Acquired,
} from "#lib/features/elements/snapshot-rows.ts";
import { getElementSource, getModelAtService, modelVersion } from "#lib/features/elements/source.ts";
import { ownRun, type Claim, type RunProgress } from "./progress.ts";
import { readRequest, viewOf, type ExportRequest } from "./request.ts";
import { selectView } from "./view-selection.ts";

const LOOK_MS = 1_000;

export type RunSource = { snapshotId: string; ifcClass: string; readAt: Date; snapshot: Snapshot };

export type RunTable = {
  sources: readonly RunSource[];
  request: ExportRequest;
  table: ExportTable;
  /** The one snapshot that the table is all of; null when it is more or less than that. */
  whole: Snapshot | null;
  close: () => Promise<void>;
};

/**
 * Opens the run's table, read from the service if need be. The caller closes it.
 * @throws AppError, ServiceError, ElementsError: why there is no table
 */
export async function openRunTable(
  run: ExportRunModel,
  claim: Claim,
  progress: RunProgress,
): Promise<RunTable> {
  const request = readRequest(run);
  const sources: RunSource[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(sources.map(({ snapshot }) => snapshot.close()));
  };
  try {
    for (const [i, ifcClass] of request.classes.entries()) {
      const shown = request.snapshotIds[i] ?? (request.classes.length === 1 ? run.snapshotId : null);
      sources.push(await openSource(run, ifcClass, shown, claim, progress));
    }
    const view = viewOf(request);
    const selection = view === null ? null : await selectView(sources, view, progress.signal);
    const [only, ...others] = sources;
    return {
      sources,
      request,
      table: makeExportTable(sources, selection),
      whole: selection === null && others.length === 0 ? (only?.snapshot ?? null) : null,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function openSource(
  run: ExportRunModel,
  ifcClass: string,
  snapshotId: string | null,
  claim: Claim,
  progress: RunProgress,
): Promise<RunSource> {
  const kept = snapshotId === null ? null : await openReady(snapshotId);
  if (kept !== null) return kept;
  const read = await openReady(await readNow(run, ifcClass, claim, progress));
  if (read !== null) return read;
  throw new AppError(
    "UNAVAILABLE",
    "The elements were read but could not be kept in the data folder. Export again.",
  );
}

async function openReady(snapshotId: string): Promise<RunSource | null> {
  const row = await getDb().snapshot.findUnique({ where: { id: snapshotId } });
  if (row?.state !== "READY") return null;
  await touch(row);
  const snapshot = await findSnapshotFiles(row.id);
  if (snapshot !== null)
    return { snapshotId, ifcClass: row.ifcClass, readAt: row.readAt ?? row.startedAt, snapshot };
  await markLost(row.id);
  return null;
}

async function readNow(
  run: ExportRunModel,
  ifcClass: string,
  claim: Claim,
  progress: RunProgress,
): Promise<string> {
  const source = await getElementSource(run.projectId);
  const model = await getModelAtService(source, Number(run.modelServiceId), progress.signal);
  if (!model.isQueryable) {
    throw new AppError(
      "CONFLICT",
      "The service has not finished reading this model, so there is nothing to export. Export again when it is ready.",
    );
  }
  const key = {
    projectId: source.projectId,
    modelServiceId: run.modelServiceId,
    ifcClass,
    modelVersion: modelVersion(model),
  };
  const options = { modelName: model.name, reference: run.reference, again: "failed" as const };
  const join = async (): Promise<Acquired> => {
    const acquired = await acquireSnapshot(key, options);
    if (acquired.isReader) startReading(acquired.row, source, "job");
    // From here on the reading is in use by this run, and not removed.
    await getDb().exportRun.updateMany({ where: ownRun(claim), data: { snapshotId: acquired.row.id } });
    return acquired;
  };
  let { row, isReader } = await join();
  let isSecond = false;
  for (;;) {
    const state = await waitForReading(row.id, { deadlineMs: LOOK_MS, signal: progress.signal });
    if (state?.state === "READY") return row.id;
    if (!isReader && !isSecond && state?.failure === READER_DIED) {
      // Somebody else's process ended, which says nothing about the model: this run reads by itself.
      ({ row, isReader } = await join());
      isSecond = true;
      continue;
    }
    if (state?.state !== "READING") {
      throw new AppError(
        "UPSTREAM",
        state?.failure ?? "The reading was removed before it was finished. Export again.",
      );
    }
    progress.advance(state.rows);
  }
}
