/**
 * The job `service.ingest-model`: reads an uploaded file once, in a worker thread, and ends its model as C (with ready-made answers) or E
 * (with errors for people). It may run twice and may die at any point: each run has an id, only the run named in the model's row may write
 * to it, and answers appear in one step.
 */
import path from "node:path";
import { kept } from "#lib/core/language/kept-texts.ts";
import { log } from "#lib/core/log/logger.ts";
import { Prisma, type PrismaClient } from "#lib/db/client.ts";
import { ingestInWorker } from "#lib/ifc/in-worker.ts";
import type { JobContext } from "#lib/jobs/definitions.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { StorageError } from "#lib/storage/errors.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { emitModelStatus } from "../webhooks/events.ts";
import {
  CANCELLED,
  claimModel,
  giveBack,
  isStoreAway,
  removeLeftovers,
  waitForStore,
  type Run,
} from "./run.ts";
import { watchRun } from "./run-watch.ts";

/** After this many tries that ended with the death of the process, the file is taken to be the cause. */
const DEATHS_MAX = 3;
const SENTENCES_MAX = 200;

const TOO_OFTEN = kept(
  "The server stopped several times while it read this file, so it does not try again. Process the model again. If the server stops again, ask its operator why, or split the model into smaller files.",
);
const FILE_GONE = kept("The uploaded file is no longer in the file store. Upload the file again.");

export type IngestDependencies = { db: PrismaClient; storage: Storage };

/** How a run ends its model's row. */
type Verdict = Pick<Prisma.ServiceModelUncheckedUpdateManyInput, "version" | "answersKey" | "cancelledAt"> & {
  status: "C" | "E";
  errors: string[];
  warnings: string[];
};

/** Handles one job. @throws when the fault is not the model's; the queue then tries again later. */
export async function ingestModel(
  { modelId }: { modelId: number },
  { attempt, signal }: Pick<JobContext, "attempt" | "signal">,
  { db, storage }: IngestDependencies,
): Promise<void> {
  if (await isStoreAway(storage)) {
    await waitForStore(modelId, db);
    return;
  }
  const run = await claimModel(modelId, db);
  if (run === null) return;
  try {
    await removeLeftovers(run, storage);
    const verdict =
      attempt > DEATHS_MAX ? failed([TOO_OFTEN]) : await readModel(run, signal, { db, storage });
    await writeVerdict(run, verdict, { db, storage });
  } catch (error) {
    await giveBack(run, error, db);
  }
}

async function readModel(run: Run, stop: AbortSignal, { db, storage }: IngestDependencies): Promise<Verdict> {
  if (run.isCancelled) return failed([CANCELLED]);
  const watch = watchRun(run, db);
  const signal = AbortSignal.any([stop, watch.signal]);
  let stated: string | null = null;
  try {
    await using file = await storage.borrowFile(run.fileKey, signal);
    await using work = await storage.makeWorkFolder();
    const outputDir = path.join(work.path, "answers");
    const result = await ingestInWorker({
      inputPath: file.path,
      outputDir,
      fileName: run.fileName,
      signal,
      onProgress: watch.note,
      onSchema: (schema) => {
        stated = plain(schema);
      },
    });
    signal.throwIfAborted();
    if (result.status === "failed" || result.index === null) {
      const errors = result.errors.length > 0 ? result.errors : [kept("The file could not be read.")];
      return failed(errors, stated, result.warnings);
    }
    await storage.publishFolder(outputDir, run.answers);
    return {
      status: "C",
      errors: [],
      warnings: bounded(result.warnings),
      version: result.index.schema,
      answersKey: run.answers,
      cancelledAt: null,
    };
  } catch (error) {
    if (stop.aborted) throw new Error("Reading was broken off because Portico stops.", { cause: error });
    // A row that is gone, or that another run has taken, gets no verdict; writeVerdict checks that.
    if (watch.signal.aborted) return failed([CANCELLED], stated);
    if (error instanceof StorageError && error.reason === "STORAGE_FULL")
      return failed([error.message], stated);
    if (error instanceof StorageError && error.reason === "FILE_MISSING") return failed([FILE_GONE]);
    throw error;
  } finally {
    await watch.end();
  }
}

/**
 * The one statement that ends the run. If the row is gone (deleted meanwhile) or another run has taken it, this run's files are removed; in
 * the second case the job is left to the other run.
 */
async function writeVerdict(run: Run, verdict: Verdict, { db, storage }: IngestDependencies): Promise<void> {
  const isWritten = await db.$transaction(async (tx) => {
    const { count } = await tx.serviceModel.updateMany({
      where: { id: run.modelId, runId: run.runId, status: "I" },
      data: { ...verdict, progress: Prisma.DbNull, runId: null },
    });
    if (count === 0) return false;
    await emitModelStatus(tx, run.modelId);
    if (run.previous !== null) await addJob(tx, "service.remove-files", { prefix: run.previous });
    return true;
  });
  if (isWritten) {
    log.info("a model was read", { modelId: run.modelId, status: verdict.status });
    return;
  }
  await storage.deletePrefix(run.answers);
  if ((await db.serviceModel.count({ where: { id: run.modelId } })) > 0) {
    throw new Error("Another run has taken this model over.");
  }
}

/** @param stated the schema as the file states it; null: this run did not find it out, so that of an earlier reading still holds */
function failed(
  errors: readonly string[],
  stated: string | null = null,
  warnings: readonly string[] = [],
): Verdict {
  return {
    status: "E",
    errors: bounded(errors),
    warnings: bounded(warnings),
    answersKey: null,
    ...(stated !== null && { version: stated }),
  };
}

/** Text that every database accepts. */
function plain(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** Sentences fit for every database and screen, and limited in number. */
function bounded(sentences: readonly string[]): string[] {
  const some = sentences.slice(0, SENTENCES_MAX).map(plain);
  const more = sentences.length - some.length;
  return more > 0 ? [...some, kept("and {count} more", { count: more })] : some;
}
