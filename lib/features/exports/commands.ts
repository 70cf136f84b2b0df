/**
 * Starts, repeats and cancels export runs. The run, its job and its audit row are one transaction: none exists without the others. jobs.ts
 * does the work, in whichever process takes the job.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, forbidden, notFound, rateLimited } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Db, type ExportRunModel } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { FILE_ENDINGS, plainOptions, type ExportProfile } from "#lib/elements/files/options.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { exportFileName } from "#lib/elements/file-names.ts";
import { canCancelExport } from "./policy.ts";
import { getExportRun, waitForExport, type ExportRunView } from "./queries.ts";
import { readProfile, readRequest, type ExportRequest } from "./request.ts";
import type { StartExportInput } from "./schema.ts";
import { ACTIVE_EXPORT_STATES, isActive } from "#lib/core/export-states.ts";
import { findShownTable } from "./tables/shown-table.ts";

/** Runs that one person may have waiting or running at the same time. */
export const ACTIVE_RUNS_PER_PERSON_MAX = 20;
/** A small export finishes within this time and needs no progress bar. */
const WAIT_MS = 900;

type Target = Pick<
  ExportRunModel,
  "snapshotId" | "projectId" | "modelServiceId" | "modelName" | "rowsTotal"
> & { request: ExportRequest; profile: ExportProfile };

/**
 * Starts the export of the table that a page shows, all of it or a view; the same key again returns the run it started. Readings removed
 * since are read again from the service, where `origin` names them.
 * @returns the run as it is after a moment: small ones are done
 * @throws AppError NOT_FOUND when the table no longer exists, VALIDATION for readings of several models, RATE_LIMITED, or what the service
 * said
 */
export async function startExport(actor: Actor, input: StartExportInput): Promise<ExportRunView> {
  requirePermission(actor, "elements:export");
  const existing = await findOwnRun(actor, input.key);
  if (existing !== null) return getExportRun(actor, existing.id);
  const { profile } = input;
  const view = input.view ?? null;
  // What one press of a table's export writes: the plain file, its headings with the units that the table shows.
  const usual = { ...plainOptions(profile), unitInHeading: input.asShown !== undefined };
  const { classes, snapshotIds, rows, ...model } = await findShownTable(input);
  return start(actor, input.key, {
    ...model,
    snapshotId: snapshotIds[0] ?? null,
    request: { version: 1, classes, snapshotIds, view, options: input.options ?? usual },
    rowsTotal: view === null ? rows : null,
    profile,
  });
}

/**
 * Repeats an export with the service's current data: the same classes of the same model, view, format and options.
 * @throws AppError NOT_FOUND, RATE_LIMITED, CONFLICT
 */
export async function repeatExport(
  actor: Actor,
  input: { key: string; runId: string },
): Promise<ExportRunView> {
  requirePermission(actor, "elements:export");
  const existing = await findOwnRun(actor, input.key);
  if (existing !== null) return getExportRun(actor, existing.id);
  await getExportRun(actor, input.runId);
  const earlier = await getDb().exportRun.findUniqueOrThrow({ where: { id: input.runId } });
  return start(actor, input.key, {
    snapshotId: null,
    projectId: earlier.projectId,
    modelServiceId: earlier.modelServiceId,
    modelName: earlier.modelName,
    request: { ...readRequest(earlier), snapshotIds: [] },
    rowsTotal: null,
    profile: readProfile(earlier.profile),
  });
}

async function start(actor: Actor, key: string, target: Target): Promise<ExportRunView> {
  try {
    await getDb().$transaction((tx) => insert(tx, actor, key, target));
  } catch (thrown) {
    // The same form was sent twice at the same moment: the other request made the run.
    if (!isUniqueViolation(thrown)) throw thrown;
  }
  return waitForExport(actor, key, WAIT_MS);
}

async function insert(tx: Db, actor: Actor, key: string, target: Target): Promise<void> {
  // Locks the row, so that simultaneous starts cannot exceed the limit together.
  await tx.$queryRaw`SELECT id FROM staff WHERE id = ${actor.staffId}::uuid FOR UPDATE`;
  const active = await tx.exportRun.count({
    where: { actorId: actor.staffId, bulkId: null, state: { in: [...ACTIVE_EXPORT_STATES] } },
  });
  if (active >= ACTIVE_RUNS_PER_PERSON_MAX) {
    throw rateLimited(
      say(
        "{active} of your exports are still running, the maximum. Nothing was started. Wait until an export finishes, or cancel one.",
        { active },
      ),
      { details: { href: "/exports", retryAfterSeconds: 30 } },
    );
  }
  const at = now();
  const { classes } = target.request;
  const run = await tx.exportRun.create({
    data: {
      id: key,
      ...target,
      ifcClass: classes[0] ?? "",
      state: "QUEUED",
      fileName: exportFileName(target.modelName, classes, at, FILE_ENDINGS[target.profile]),
      reference: actor.requestId,
      actorId: actor.staffId,
      actorName: actor.name,
      createdAt: at,
    },
  });
  await addJob(tx, "portal.export-csv", { runId: run.id }, { key: `export:${run.id}` });
  await recordAudit(tx, {
    actor,
    action: "elements.export",
    objectType: "export",
    objectId: run.id,
    after: describe(run),
    outcome: "INTENDED",
  });
}

/** A run in the audit. */
export function describe(run: ExportRunModel) {
  return {
    state: run.state,
    projectId: run.projectId,
    modelServiceId: run.modelServiceId.toString(),
    modelName: run.modelName,
    ifcClass: run.ifcClass,
    profile: run.profile,
    request: run.request === null ? null : JSON.stringify(run.request, withoutModels),
    rows: run.rowsTotal,
    columns: run.columns,
    sha256: run.sha256,
    failure: run.failure,
  };
}

/** For a table over many models, only their number: the record beside the file names them. */
function withoutModels(key: string, value: unknown): unknown {
  return key === "models" && Array.isArray(value) ? value.length : value;
}

/** Keys are per person: a key never returns somebody else's run. */
async function findOwnRun(actor: Actor, key: string): Promise<ExportRunModel | null> {
  const run = await getDb().exportRun.findUnique({ where: { id: key } });
  if (run !== null && run.actorId !== actor.staffId) {
    throw conflict(say("This form was already used. Nothing was started. Reload the page."));
  }
  return run;
}

/**
 * Cancels a run that has not ended and discards what it wrote. An ended run stays unchanged.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT when it has ended
 */
export async function cancelExport(actor: Actor, runId: string): Promise<ExportRunView> {
  requirePermission(actor, "elements:export");
  await getDb().$transaction(async (tx) => {
    const run = await tx.exportRun.findUnique({ where: { id: runId } });
    if (run === null) throw notFound(say("This export"));
    if (!canCancelExport(actor, run)) {
      throw forbidden(
        say("{name} started this export. Your role cannot cancel it, so it keeps running.", {
          name: run.actorName,
        }),
      );
    }
    const { count } = await tx.exportRun.updateMany({
      where: { id: runId, state: { in: [...ACTIVE_EXPORT_STATES] } },
      data: { state: "CANCELLED", cancelledBy: actor.name, endedAt: now(), runnerToken: null },
    });
    if (count === 0) {
      throw conflict(
        isActive(run.state)
          ? say("This export had ended before it could be cancelled. Nothing was changed.")
          : say(
              "This export had ended before it could be cancelled ({state, select, DONE {done} FAILED {failed} other {cancelled}}). Nothing was changed.",
              { state: run.state },
            ),
      );
    }
    await recordAudit(tx, {
      actor,
      action: "elements.cancel-export",
      objectType: "export",
      objectId: runId,
      before: { state: run.state },
      after: { state: "CANCELLED" },
    });
  });
  return getExportRun(actor, runId);
}
