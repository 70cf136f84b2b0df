/**
 * Carries out an export run: read, write, read back and compare, publish. It may crash anywhere and run again: each attempt has its own
 * token, works in its own folder, and publishes with one rename and one guarded statement.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { kept, type Sentence } from "#lib/core/language/kept-texts.ts";
import { log } from "#lib/core/log/logger.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Db, type ExportRunModel } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { translateDatabaseError } from "#lib/db/errors.ts";
import { ReadBackMismatch, type Written } from "#lib/elements/files/written.ts";
import { FORMAT_TRAITS } from "#lib/elements/files/options.ts";
import { makeFile } from "#lib/elements/files/write.ts";
import { failureWords } from "#lib/features/elements/failure-words.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { leftOutSchema } from "./bulk-schema.ts";
import { openJoinedTable } from "./tables/joined-source.ts";
import { forecastPart } from "./bulk/losses.ts";
import { aboutFile } from "./about-file.ts";
import { TRIES_MAX } from "./policy.ts";
import { recordEnd } from "./ending.ts";
import { followProgress, ownRun, type Claim, type RunProgress } from "./progress.ts";
import { attemptKey, dataName, RECORD_NAME } from "./published-files.ts";
import { exportRecord } from "./record.ts";
import { findBulkRequest, readProfile, readRequest } from "./request.ts";
import { ACTIVE_EXPORT_STATES } from "#lib/core/export-states.ts";
import { openRunTable, type RunTable } from "./tables/table-source.ts";

/** Disk space for a run, relative to the bytes of its readings: the file, and for Parquet its source. */
const WORK_ROOM_FACTOR = 3;

/**
 * Carries a run to its end. The queue runs it again if its process died; an ended run is left alone.
 * @throws when Portico stops or the database is gone: the queue then runs it again
 */
export const runExport: JobHandler<"portal.export-csv"> = async ({ runId }, { attempt, signal }) => {
  const claim: Claim = { runId, runnerToken: newId() };
  const run = await claimRun(claim);
  if (run === null) return;
  if (attempt > TRIES_MAX) {
    await failRun(
      claim,
      kept(
        "Portico stopped {count} times while it wrote this file, so it does not try again. There is nothing to download. Export again. If the fault returns, give your administrator the reference.",
        { count: TRIES_MAX },
      ),
    );
    return;
  }
  const progress = followProgress(claim, signal);
  try {
    await makeAndPublish(run, claim, progress);
  } catch (thrown) {
    if (progress.isTakenAway()) return;
    if (signal.aborted || translateDatabaseError(thrown) !== thrown) throw thrown;
    if (thrown instanceof ReadBackMismatch) {
      log.error("an export differed when it was read back", thrown, { reference: run.reference });
      await failRun(claim, thrown.message);
    } else {
      await failRun(
        claim,
        say("{failure} Nothing was published.", { failure: failureWords(thrown, run.reference) }),
      );
    }
  } finally {
    progress.stop();
  }
};

/** Takes the run over from its previous runner: the queue runs a job once at a time, so that runner has stopped or is about to. */
async function claimRun({ runId, runnerToken }: Claim): Promise<ExportRunModel | null> {
  const [run] = await getDb().exportRun.updateManyAndReturn({
    where: { id: runId, state: { in: [...ACTIVE_EXPORT_STATES] } },
    data: {
      state: "READING",
      rowsDone: 0,
      modelsRead: null,
      bytes: 0n,
      runnerToken,
      startedAt: now(),
      stepStartedAt: now(),
    },
  });
  return run ?? null;
}

async function makeAndPublish(run: ExportRunModel, claim: Claim, progress: RunProgress): Promise<void> {
  const storage = getStorage();
  const request = readRequest(run);
  const profile = readProfile(run.profile);
  const { options, joined } = request;
  const bulk = await findBulkRequest(run);
  await using opened =
    joined === undefined
      ? await openRunTable(run, { request, bulk }, claim, progress)
      : await openJoinedTable(run, { request, bulk, joined }, claim, progress);
  const { table, whole, storedBytes } = opened;
  const forecast =
    bulk === null ? null : await forecastPart(opened, { profile, options }, bulk.onLoss, claim, progress);
  const delimiters = FORMAT_TRAITS[profile].delimitsCells ? table.rows * table.columns.length : 0;
  await storage.assertWorkRoom(storedBytes * WORK_ROOM_FACTOR + delimiters);
  await using work = await storage.makeWorkFolder();
  const path = join(work.path, dataName(profile));
  const about = profile === "xlsx" ? await aboutFile(run, opened) : [];
  const written = await makeFile({ table, whole, profile, options, about, path, progress });
  await writeFile(join(work.path, RECORD_NAME), await exportRecord(run, opened, forecast, written), {
    mode: 0o600,
  });
  await publish(run, claim, opened, written, work.path);
}

async function publish(
  run: ExportRunModel,
  claim: Claim,
  { snapshotId, leftOut }: RunTable,
  written: Written,
  work: string,
): Promise<void> {
  const fileKey = attemptKey(claim.runnerToken);
  await getStorage().publishFolder(work, fileKey);
  const isPublished = await getDb().$transaction(async (tx) => {
    const [done] = await tx.exportRun.updateManyAndReturn({
      where: ownRun(claim),
      data: {
        state: "DONE",
        snapshotId,
        rowsDone: written.rows,
        rowsTotal: written.rows,
        columns: written.columns,
        bytes: BigInt(written.bytes),
        sha256: written.sha256,
        guardedCells: BigInt(written.guardedCells),
        fileKey,
        runnerToken: null,
        endedAt: now(),
      },
    });
    if (done === undefined) return false;
    if (done.bulkId !== null && leftOut.length > 0) await addLeftOut(tx, done.bulkId, leftOut);
    await recordEnd(tx, done);
    return true;
  });
  // If the transaction's outcome is unknown, the folder stays: the next start removes it unless a run names it.
  if (!isPublished) await getStorage().deletePrefix(fileKey);
  else log.info("export done", { runId: run.id, rows: written.rows, bytes: written.bytes });
}

/** Adds the models that a table over several lacks to those left out when its run started. */
async function addLeftOut(tx: Db, bulkId: string, leftOut: RunTable["leftOut"]): Promise<void> {
  const bulk = await tx.bulkRun.findUniqueOrThrow({ where: { id: bulkId }, select: { leftOut: true } });
  const all = [...leftOutSchema.parse(bulk.leftOut), ...leftOut];
  await tx.bulkRun.update({ where: { id: bulkId }, data: { leftOut: all } });
}

async function failRun(claim: Claim, failure: Sentence): Promise<void> {
  await getDb().$transaction(async (tx) => {
    const [failed] = await tx.exportRun.updateManyAndReturn({
      where: ownRun(claim),
      data: { state: "FAILED", ...stored("failure", failure), runnerToken: null, endedAt: now() },
    });
    if (failed !== undefined) await recordEnd(tx, failed);
  });
}
