/**
 * The table that a run exports: the reading that its page showed while that is kept, else what the service says now. It waits
 * for readings of others instead of reading twice.
 */
import { AppError } from "#lib/core/errors.ts";
import { getDb, type ExportRunModel } from "#lib/db/client.ts";
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

const LOOK_MS = 1_000;

export type RunTable = { snapshotId: string; readAt: Date; snapshot: Snapshot };

/**
 * Opens the run's table, read from the service if need be. The caller closes the snapshot.
 * @throws AppError, ServiceError: why there is no table
 */
export async function openRunTable(
  run: ExportRunModel,
  claim: Claim,
  progress: RunProgress,
): Promise<RunTable> {
  if (run.snapshotId !== null) {
    const kept = await openReady(run.snapshotId);
    if (kept !== null) return kept;
  }
  const id = await readNow(run, claim, progress);
  const read = await openReady(id);
  if (read === null) {
    throw new AppError(
      "UNAVAILABLE",
      "The elements were read but could not be kept in the data folder. Export again.",
    );
  }
  return read;
}

async function openReady(snapshotId: string): Promise<RunTable | null> {
  const row = await getDb().snapshot.findUnique({ where: { id: snapshotId } });
  if (row?.state !== "READY") return null;
  await touch(row);
  const snapshot = await findSnapshotFiles(row.id);
  if (snapshot !== null) return { snapshotId, readAt: row.readAt ?? row.startedAt, snapshot };
  await markLost(row.id);
  return null;
}

async function readNow(run: ExportRunModel, claim: Claim, progress: RunProgress): Promise<string> {
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
    ifcClass: run.ifcClass,
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
