/** Background work that needs attention: exports, lists, plans and rehearsals that failed, are waiting or left something undone. */
import { after } from "#lib/core/clock.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { countFailed } from "#lib/features/batches/counts.ts";
import type { AnyKind } from "#lib/features/batches/kind.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import { BATCH_KINDS } from "#lib/features/work/batch-kinds.ts";
import { LATELY_MS, OF_A_KIND_MAX, withOthers, type AttentionItem } from "#lib/core/attention.ts";

/** Ended lists examined for unsent rows, newest first. */
const ENDED_MAX = 50;

/** Failed exports of one model each. */
export async function listFailedExports(db: Db): Promise<AttentionItem[]> {
  const where = { state: "FAILED" as const, bulkId: null, createdAt: { gt: after(-LATELY_MS) } };
  const runs = await db.exportRun.findMany({
    where,
    orderBy: { createdAt: "desc" },
    take: OF_A_KIND_MAX,
    omit: { request: true, forecast: true },
  });
  const items = runs.map((run) => ({
    id: run.id,
    kind: "export" as const,
    tone: "bad" as const,
    title: t("Export of {ifcClass} from {modelName} failed", {
      ifcClass: classNoun(run.ifcClass, 2),
      modelName: run.modelName,
    }),
    detail: toldOf(run, "failure") ?? t("There is no file to download."),
    since: (run.endedAt ?? run.createdAt).toISOString(),
    href: "/exports?state=failed",
    verb: t("Open"),
  }));
  const countAll = (): Promise<number> => db.exportRun.count({ where });
  return withOthers(items, OF_A_KIND_MAX, countAll, (count) => ({
    title: t("{count, plural, one {# more export} other {# more exports}} failed", { count }),
    detail: t("The list of exports says why."),
    href: "/exports?state=failed",
  }));
}

/** Bulk exports with models that failed; each such model counts. */
export async function listFailedBulks(db: Db): Promise<AttentionItem[]> {
  const failed = await db.exportRun.groupBy({
    by: ["bulkId"],
    where: { state: "FAILED", bulkId: { not: null }, createdAt: { gt: after(-LATELY_MS) } },
    _count: true,
    _max: { createdAt: true },
    orderBy: { _max: { createdAt: "desc" } },
  });
  if (failed.length === 0) return [];
  const countOf = new Map(failed.map(({ bulkId, _count }) => [bulkId, _count]));
  const runs = await db.bulkRun.findMany({
    where: { id: { in: failed.slice(0, OF_A_KIND_MAX).flatMap(({ bulkId }) => bulkId ?? []) } },
    orderBy: { createdAt: "desc" },
    // Thousands of models may be left out.
    omit: { request: true, leftOut: true },
    include: { cloud: { select: { name: true } }, project: { select: { name: true } } },
  });
  const items = runs.map((run): AttentionItem => {
    const count = countOf.get(run.id) ?? 1;
    return {
      id: run.id,
      kind: "export",
      tone: "bad",
      title: t("Bulk export of {name}: {count, plural, one {# file} other {# files}} failed", {
        name: (run.project ?? run.cloud).name,
        count,
      }),
      detail: run.classes.map((name) => classNoun(name, 2)).join(", "),
      since: run.createdAt.toISOString(),
      href: "/exports/bulk",
      verb: t("Open"),
      count,
    };
  });
  const [newest] = items;
  const rest = failed.slice(OF_A_KIND_MAX).reduce((sum, { _count }) => sum + _count, 0);
  if (newest === undefined || rest === 0) return items;
  const title = t("Older bulk exports: {count, plural, one {# file} other {# files}} failed", {
    count: rest,
  });
  return [
    ...items,
    { ...newest, id: "others-bulk", title, detail: t("The list of exports says why."), count: rest },
  ];
}

/** Lists and plans that continue only when somebody resumes them, or settles what they wait for. */
export async function listPaused(db: Db): Promise<AttentionItem[]> {
  const kinds = await Promise.all(BATCH_KINDS.map((kind) => listStanding(db, kind)));
  return kinds.flat();
}

async function listStanding(
  db: Db,
  { shown: { kind, list, standing: where, others }, batches: tableOf }: AnyKind,
): Promise<AttentionItem[]> {
  const batches = await list(db, { where, orderBy: { stateSince: "asc" }, take: OF_A_KIND_MAX });
  const common = { kind, tone: "warn" as const, verb: t("Open") };
  const items = batches.map((batch) => ({
    ...common,
    id: batch.id,
    title: batch.stands,
    detail: toldOf(batch, "pauseReason") ?? t("Resume it to continue."),
    since: batch.stateSince.toISOString(),
    href: batch.href,
  }));
  const countAll = async (): Promise<number> => tableOf(db).count({ where });
  return withOthers(items, OF_A_KIND_MAX, countAll, (further) => ({
    title: others.title(further),
    detail: t("Resume each one to continue."),
    href: others.href,
  }));
}

/** Lists and plans that ended within the last week with refused or held-back rows, which can be sent again. */
export async function listUnfinished(db: Db): Promise<AttentionItem[]> {
  const kinds = await Promise.all(BATCH_KINDS.map((kind) => listUndone(db, kind)));
  return kinds.flat();
}

async function listUndone(db: Db, { shown, sql }: AnyKind): Promise<AttentionItem[]> {
  const ended = await shown.list(db, {
    where: { state: "ENDED", stateSince: { gt: after(-LATELY_MS) } },
    orderBy: { stateSince: "desc" },
    take: ENDED_MAX,
  });
  const failed = await countFailed(
    { sql },
    ended.map(({ id }) => id),
  );
  return ended.flatMap((batch) => {
    const count = failed.get(batch.id);
    if (count === undefined) return [];
    return {
      id: `unfinished-${batch.id}`,
      kind: shown.kind,
      tone: "bad",
      title: batch.undone(count),
      detail: t("Finished. Its page lists what was refused or held back, with reasons."),
      since: batch.stateSince.toISOString(),
      href: batch.href,
      verb: t("Open"),
      count,
    };
  });
}

/** Rehearsals that could not be completed. */
export async function listFailedRehearsals(db: Db): Promise<AttentionItem[]> {
  const where = { state: "FAILED" as const, startedAt: { gt: after(-LATELY_MS) } };
  const failed = await db.rehearsal.findMany({
    where,
    orderBy: { startedAt: "desc" },
    take: OF_A_KIND_MAX,
    select: {
      id: true,
      problem: true,
      startedAt: true,
      endedAt: true,
      plan: { select: { id: true, name: true } },
      list: { select: { id: true, cloudId: true, cloud: { select: { name: true } } } },
    },
  });
  const items = failed.map(({ id, problem, startedAt, endedAt, plan, list }) => ({
    id,
    kind: "rehearsal" as const,
    tone: "bad" as const,
    title: t("The rehearsal for {name} failed", { name: plan?.name ?? list?.cloud.name ?? "" }),
    detail: problem === null ? t("Nothing was sent.") : told(problem),
    since: (endedAt ?? startedAt).toISOString(),
    href: list === null ? `/plans/${plan?.id ?? ""}` : `/clouds/${list.cloudId}/projects/lists/${list.id}`,
    verb: t("Open"),
  }));
  const countAll = (): Promise<number> => db.rehearsal.count({ where });
  return withOthers(items, OF_A_KIND_MAX, countAll, (count) => ({
    title: t("{count, plural, one {# more rehearsal} other {# more rehearsals}} failed", { count }),
    detail: t("The plans and lists say why."),
    href: "/plans",
  }));
}
