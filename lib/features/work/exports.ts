/** Exports and bulk exports of one person as background work. */
import { pathOf } from "#lib/core/language/dotted.ts";
import { after } from "#lib/core/clock.ts";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { msg, t } from "#lib/core/texts.ts";
import { getDb, type ExportState } from "#lib/db/client.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import { leftOutSchema } from "#lib/features/exports/bulk-schema.ts";
import { ACTIVE_EXPORT_STATES, isActive } from "#lib/core/export-states.ts";
import { LATELY_MS, OF_A_KIND_MAX, STARTED_MS } from "./policy.ts";
import type { WorkItem, WorkTone } from "./schema.ts";

const STATES: Record<ExportState, { tone: WorkTone; words: string }> = {
  QUEUED: { tone: "idle", words: msg("Queued") },
  READING: { tone: "progress", words: msg("Reading") },
  WRITING: { tone: "progress", words: msg("Writing") },
  VERIFYING: { tone: "progress", words: msg("Verifying") },
  DONE: { tone: "ok", words: msg("Done") },
  FAILED: { tone: "bad", words: msg("Failed") },
  CANCELLED: { tone: "idle", words: msg("Cancelled") },
};

const ACTIVE = [...ACTIVE_EXPORT_STATES];

/** Running exports, and those that ended within a day. */
export async function listExportWork(staffId: string): Promise<WorkItem[]> {
  const runs = await getDb().exportRun.findMany({
    where: {
      actorId: staffId,
      bulkId: null,
      createdAt: { gt: after(-STARTED_MS) },
      OR: [{ state: { in: ACTIVE } }, { endedAt: { gt: after(-LATELY_MS) } }],
    },
    orderBy: { createdAt: "desc" },
    take: OF_A_KIND_MAX,
    include: { project: { select: { name: true, cloud: { select: { name: true } } } } },
  });
  return runs.map((run) => {
    const { tone, words } = STATES[run.state];
    const isStep = run.state === "WRITING" || run.state === "VERIFYING";
    return {
      id: `export-${run.id}`,
      kind: "export",
      title: t("Export of {ifcClass} from {modelName}", {
        ifcClass: classNoun(run.ifcClass, 2),
        modelName: run.modelName,
      }),
      place: pathOf(run.project.cloud.name, run.project.name),
      tone,
      words:
        run.state === "FAILED"
          ? t("Failed. {failure}", {
              failure: toldOf(run, "failure") ?? t("There is no file to download."),
            })
          : t(words),
      isRunning: isActive(run.state),
      done: isStep ? run.rowsDone : null,
      total: isStep ? run.rowsTotal : null,
      href: "/exports",
      startedAt: run.createdAt.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
    };
  });
}

/** The same of bulk exports; the parts of one count as one. */
export async function listBulkWork(staffId: string): Promise<WorkItem[]> {
  const runs = await getDb().bulkRun.findMany({
    where: {
      actorId: staffId,
      createdAt: { gt: after(-STARTED_MS) },
      OR: [{ parts: { some: { state: { in: ACTIVE } } } }, { createdAt: { gt: after(-LATELY_MS) } }],
    },
    orderBy: { createdAt: "desc" },
    take: OF_A_KIND_MAX,
    include: {
      cloud: { select: { name: true } },
      project: { select: { name: true } },
      parts: { select: { state: true, endedAt: true, modelsRead: true } },
    },
  });
  return runs.map((run) => {
    const { parts } = run;
    const active = parts.filter(({ state }) => isActive(state));
    const isRunning = active.length > 0;
    const failed = parts.filter(({ state }) => state === "FAILED").length;
    const ended = parts.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt.getTime()]));
    const done = run.oneTable ? (parts[0]?.modelsRead ?? 0) : parts.length - active.length;
    return {
      id: `bulk-${run.id}`,
      kind: "bulk",
      title: t("Bulk export of {classes}", {
        classes: run.classes.map((name) => classNoun(name, 2)).join(", "),
      }),
      place: run.project === null ? run.cloud.name : pathOf(run.cloud.name, run.project.name),
      ...bulkState(isRunning, run.cancelledBy !== null, {
        failed,
        count: parts.length,
        leftOut: leftOutSchema.parse(run.leftOut).filter(({ asked }) => asked).length,
      }),
      isRunning,
      done: isRunning ? done : null,
      total: isRunning ? (run.oneTable ? run.models : parts.length) : null,
      href: "/exports/bulk",
      startedAt: run.createdAt.toISOString(),
      endedAt: isRunning ? null : new Date(Math.max(run.createdAt.getTime(), ...ended)).toISOString(),
    };
  });
}

function bulkState(
  isRunning: boolean,
  isCancelled: boolean,
  { failed, count, leftOut }: { failed: number; count: number; leftOut: number },
): { tone: WorkTone; words: string } {
  if (isRunning) return { tone: "progress", words: t("In progress") };
  if (isCancelled) return { tone: "idle", words: t("Cancelled") };
  if (failed === 0 && leftOut > 0)
    return {
      tone: "warn",
      words: t("Done without {count, plural, one {# model} other {# models}}", { count: leftOut }),
    };
  if (failed === 0 && count > 0) return { tone: "ok", words: t("Done") };
  if (failed === count) return { tone: "bad", words: t("Failed. No file was published.") };
  return { tone: "warn", words: t("Done, but {failed} of {count} models failed", { failed, count }) };
}
