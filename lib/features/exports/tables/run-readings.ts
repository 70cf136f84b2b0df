/**
 * The readings that a run exports, each one class of one model: a stored one if it exists and is undamaged, else a new one from the
 * service. Joins running readings instead of reading twice.
 */
import { AppError, conflict, unavailable } from "#lib/core/errors.ts";
import { isSentence, recall } from "#lib/core/language/stored-sentence.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import type { RowPlace } from "#lib/elements/files/table.ts";
import { verifySnapshot, type Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import { keepPresentClasses } from "#lib/features/elements/class-choices.ts";
import { joinReading, waitForReading } from "#lib/features/elements/reading.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import { markLost, READER_DIED, touch, type Acquired } from "#lib/features/elements/snapshot-rows.ts";
import { getModelSource, getModelAtService } from "#lib/features/models/source.ts";
import { ownRun, type Claim, type RunProgress } from "../progress.ts";

const LOOK_MS = 1_000;
/** The first try may find a stored reading that is damaged; the second reads from the service. */
const READ_TRIES = 2;

/** Whose elements are read, and by which run. */
export type ReadingTarget = {
  projectId: string;
  modelServiceId: bigint;
  /** Where the elements come from, in a table over several models. */
  place: RowPlace | null;
  reference: string;
  claim: Claim;
  /** `advance` gets the number of elements read of this reading. */
  progress: Pick<RunProgress, "signal" | "advance">;
};

/** Which classes of a model to read. */
export type ClassesWanted = {
  classes: readonly string[];
  /** Whether a view names them: classes of the view that the model cannot have are skipped without asking the service. */
  isOfView: boolean;
  /** The readings that a page showed, in the order of the classes; empty: read from the service. */
  shown: readonly (string | null | undefined)[];
};

/**
 * The readings of a model, one class after the other; the caller closes each. `progress` gets the number of elements read of all of them.
 * @throws AppError, ServiceError, ElementsError: why there is none
 */
export async function* openReadings(
  target: ReadingTarget,
  { classes, isOfView, shown }: ClassesWanted,
): AsyncGenerator<RunSource> {
  const { signal, advance } = target.progress;
  let read = 0;
  const progress = { signal, advance: (rows: number): void => advance(read + rows) };
  for (const [i, ifcClass] of (isOfView ? await listPresentClasses(target, classes) : classes).entries()) {
    const opened = await openReading({ ...target, progress }, ifcClass, shown[i] ?? null);
    read += opened.snapshot.meta.rows;
    yield opened;
  }
}

/** Those of a view's classes that the model can have. */
async function listPresentClasses(
  { projectId, modelServiceId, progress }: ReadingTarget,
  classes: readonly string[],
): Promise<string[]> {
  const source = await getModelSource(projectId);
  const model = await getModelAtService(source, Number(modelServiceId), progress.signal);
  return model.isQueryable ? keepPresentClasses(source, model, classes) : [...classes];
}

/**
 * Opens one class of a model and compares checksums: a damaged or missing stored answer is read again from the service.
 * @param snapshotId the reading that a page showed; null: read from the service
 * @throws AppError, ServiceError, ElementsError: why there is none
 */
async function openReading(
  target: ReadingTarget,
  ifcClass: string,
  snapshotId: string | null,
): Promise<RunSource> {
  const kept = snapshotId === null ? null : await openReady(snapshotId, target);
  if (kept !== null) return kept;
  for (let attempt = 0; attempt < READ_TRIES; attempt++) {
    const read = await openReady(await readNow(target, ifcClass), target);
    if (read !== null) return read;
  }
  throw unavailable(say("The elements were read but could not be stored in the data folder. Export again."));
}

async function openReady(snapshotId: string, { place, progress }: ReadingTarget) {
  const row = await getDb().snapshot.findUnique({ where: { id: snapshotId } });
  if (row?.state !== "READY") return null;
  await touch(row);
  const snapshot = await findSnapshotFiles(row.id);
  if (snapshot === null || !(await isSound(snapshot, progress.signal))) {
    await markLost(row.id);
    return null;
  }
  const { ifcClass, readAt, startedAt } = row;
  const { rows, bytes, sha256, warnings } = snapshot.meta;
  const facts = {
    ifcClass,
    readAt: readAt ?? startedAt,
    elements: rows,
    /** The service's answer as received. */
    answer: { bytes, sha256 },
    warnings,
    place,
  };
  return { snapshotId, ifcClass, snapshot, facts };
}

/** An open reading. The caller closes its snapshot; its facts are kept. */
export type RunSource = NonNullable<Awaited<ReturnType<typeof openReady>>>;

/** What the record beside the file says about a reading. */
export type ReadingFacts = RunSource["facts"];

/** False for a reading that is damaged in the file store; it is closed then. */
async function isSound(snapshot: Snapshot, signal: AbortSignal): Promise<boolean> {
  try {
    await verifySnapshot(snapshot, signal);
    return true;
  } catch (thrown) {
    await snapshot.close();
    if (thrown instanceof ElementsError && thrown.code === "SNAPSHOT_DAMAGED") return false;
    throw thrown;
  }
}

async function readNow(target: ReadingTarget, ifcClass: string): Promise<string> {
  const { projectId, modelServiceId, reference, claim, progress } = target;
  const source = await getModelSource(projectId);
  const model = await getModelAtService(source, Number(modelServiceId), progress.signal);
  if (!model.isQueryable) {
    throw conflict(
      say(
        "The service has not finished reading this model, so there is nothing to export. Export again when it is ready.",
      ),
    );
  }
  const join = async (): Promise<Acquired> => {
    const acquired = await joinReading(source, model, ifcClass, { reference, again: "failed" }, "job");
    // From here on this run uses the reading, so that it is not removed.
    await getDb().exportRun.updateMany({ where: ownRun(claim), data: { snapshotId: acquired.row.id } });
    return acquired;
  };
  let { row, isReader } = await join();
  let isSecond = false;
  for (;;) {
    const state = await waitForReading(row.id, { deadlineMs: LOOK_MS, signal: progress.signal });
    if (state?.state === "READY") return row.id;
    const failure = state === null ? null : recall(state, "failure");
    if (!isReader && !isSecond && failure !== null && isSentence(failure, [READER_DIED.text])) {
      // The process that was reading ended, which says nothing about the model: this run reads it instead.
      ({ row, isReader } = await join());
      isSecond = true;
      continue;
    }
    if (state?.state !== "READING") {
      throw new AppError(
        "UPSTREAM",
        failure ?? say("The stored data was removed before it was complete. Export again."),
      );
    }
    progress.advance(state.rows);
  }
}
