/** Background work that needs attention: exports, lists, plans and rehearsals that failed, are waiting or left something undone. */
import { after } from "#lib/core/clock.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { toldOf, type WithSentence } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { countFailed } from "#lib/features/batches/counts.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import { INVITATION_LISTS } from "#lib/features/invitations/lists/kind.ts";
import { PLANS } from "#lib/features/plans/kind.ts";
import { PROJECT_LISTS } from "#lib/features/projects/lists/kind.ts";
import { LATELY_MS, OF_A_KIND_MAX, withOthers, type AttentionItem } from "#lib/core/attention.ts";

/** Ended lists examined for unsent rows, newest first. */
const ENDED_MAX = 50;

/** Failed exports of one model each. */
export async function listFailedExports(db: Db): Promise<AttentionItem[]> {
  const where = { state: "FAILED" as const, bulkId: null, createdAt: { gt: after(-LATELY_MS) } };
  const [runs, total] = await Promise.all([
    db.exportRun.findMany({
      where,
      orderBy: { createdAt: "desc" },
      take: OF_A_KIND_MAX,
      select: {
        id: true,
        ifcClass: true,
        modelName: true,
        failure: true,
        failureSaid: true,
        endedAt: true,
        createdAt: true,
      },
    }),
    db.exportRun.count({ where }),
  ]);
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
  return withOthers(items, total, (count) => ({
    kind: "export",
    tone: "bad",
    title: t("{count, plural, one {# more export} other {# more exports}} failed", { count }),
    detail: t("The list of exports says why."),
    href: "/exports?state=failed",
    verb: t("Open"),
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
  const countOf = new Map(failed.map(({ bulkId, _count }) => [bulkId, _count]));
  const runs = await db.bulkRun.findMany({
    where: { id: { in: failed.slice(0, OF_A_KIND_MAX).flatMap(({ bulkId }) => bulkId ?? []) } },
    orderBy: { createdAt: "desc" },
    select: {
      id: true,
      classes: true,
      createdAt: true,
      cloud: { select: { name: true } },
      project: { select: { name: true } },
    },
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

const STANDING = { orderBy: { stateSince: "asc" }, take: OF_A_KIND_MAX } as const;
const LIST_FACTS = {
  id: true,
  cloudId: true,
  pauseReason: true,
  pauseReasonSaid: true,
  stateSince: true,
  cloud: { select: { name: true } },
} as const;

type Standing = WithSentence<"pauseReason"> & { id: string; stateSince: Date };

/** Lists and plans that continue only when somebody resumes them, or settles what they wait for. */
export async function listPaused(db: Db): Promise<AttentionItem[]> {
  const paused = { state: "PAUSED" as const };
  const standing = { state: { in: ["PAUSED" as const, "WAITING" as const] } };
  const [people, projects, plans, ...totals] = await Promise.all([
    db.invitationRun.findMany({ where: paused, ...STANDING, select: LIST_FACTS }),
    db.projectList.findMany({ where: paused, ...STANDING, select: LIST_FACTS }),
    db.plan.findMany({
      where: standing,
      ...STANDING,
      select: {
        id: true,
        name: true,
        state: true,
        pauseReason: true,
        pauseReasonSaid: true,
        stateSince: true,
      },
    }),
    db.invitationRun.count({ where: paused }),
    db.projectList.count({ where: paused }),
    db.plan.count({ where: standing }),
  ]);
  const toItem = (kind: AttentionItem["kind"], row: Standing, title: string, href: string) => ({
    id: row.id,
    kind,
    tone: "warn" as const,
    title,
    href,
    verb: t("Open"),
    detail: toldOf(row, "pauseReason") ?? t("Resume it to continue."),
    since: row.stateSince.toISOString(),
  });
  const others = (kind: AttentionItem["kind"], title: (count: number) => string, href: string) => {
    return (count: number) => ({
      kind,
      tone: "warn" as const,
      title: title(count),
      detail: t("Resume each one to continue."),
      href,
      verb: t("Open"),
    });
  };
  const ofPeople = people.map((list) =>
    toItem(
      "invitations",
      list,
      t("The list of invitations for {cloudName} is paused", { cloudName: list.cloud.name }),
      `/clouds/${list.cloudId}/invitations/lists/${list.id}`,
    ),
  );
  const ofProjects = projects.map((list) =>
    toItem(
      "projects",
      list,
      t("The list of projects for {cloudName} is paused", { cloudName: list.cloud.name }),
      `/clouds/${list.cloudId}/projects/lists/${list.id}`,
    ),
  );
  const ofPlans = plans.map((plan) =>
    toItem(
      "plan",
      plan,
      plan.state === "WAITING"
        ? t("The plan of {name} waits for a decision", { name: plan.name })
        : t("The plan of {name} is paused", { name: plan.name }),
      `/plans/${plan.id}`,
    ),
  );
  const moreLists = (count: number): string =>
    t("{count, plural, one {# more list is} other {# more lists are}} paused", { count });
  const morePlans = (count: number): string =>
    t("{count, plural, one {# more plan is} other {# more plans are}} paused", { count });
  return [
    ...withOthers(ofPeople, totals[0], others("invitations", moreLists, "/clouds")),
    ...withOthers(ofProjects, totals[1], others("projects", moreLists, "/clouds")),
    ...withOthers(ofPlans, totals[2], others("plan", morePlans, "/plans")),
  ];
}

/** Lists and plans that ended within the last week with refused or held-back rows, which can be sent again. */
export async function listUnfinished(db: Db): Promise<AttentionItem[]> {
  const ended = {
    where: { state: "ENDED" as const, stateSince: { gt: after(-LATELY_MS) } },
    orderBy: { stateSince: "desc" as const },
    take: ENDED_MAX,
  };
  const [people, projects, plans] = await Promise.all([
    db.invitationRun.findMany({ ...ended, select: LIST_FACTS }),
    db.projectList.findMany({ ...ended, select: LIST_FACTS }),
    db.plan.findMany({ ...ended, select: { id: true, name: true, stateSince: true } }),
  ]);
  const [ofPeople, ofProjects, ofPlans] = await Promise.all([
    countFailed(
      INVITATION_LISTS,
      people.map(({ id }) => id),
    ),
    countFailed(
      PROJECT_LISTS,
      projects.map(({ id }) => id),
    ),
    countFailed(
      PLANS,
      plans.map(({ id }) => id),
    ),
  ]);
  const toItems = <Row extends { id: string; stateSince: Date }>(
    kind: AttentionItem["kind"],
    rows: readonly Row[],
    failed: ReadonlyMap<string, number>,
    tell: (row: Row, count: number) => { title: string; href: string },
  ): AttentionItem[] =>
    rows.flatMap((row) => {
      const count = failed.get(row.id) ?? 0;
      const facts = { id: `unfinished-${row.id}`, since: row.stateSince.toISOString(), count };
      const detail = t("Finished. Its page lists what was refused or held back, with reasons.");
      return count === 0
        ? []
        : [{ ...facts, ...tell(row, count), kind, tone: "bad" as const, detail, verb: t("Open") }];
    });
  return [
    ...toItems("invitations", people, ofPeople, (list, count) => ({
      title: t(
        "{count, plural, one {# invitation} other {# invitations}} of the list for {cloudName} not sent",
        {
          count,
          cloudName: list.cloud.name,
        },
      ),
      href: `/clouds/${list.cloudId}/invitations/lists/${list.id}`,
    })),
    ...toItems("projects", projects, ofProjects, (list, count) => ({
      title: t(
        "{count, plural, one {# project} other {# projects}} of the list for {cloudName} not created",
        {
          count,
          cloudName: list.cloud.name,
        },
      ),
      href: `/clouds/${list.cloudId}/projects/lists/${list.id}`,
    })),
    ...toItems("plan", plans, ofPlans, (plan, count) => ({
      title: t("{count, plural, one {# step} other {# steps}} of the plan of {name} not done", {
        count,
        name: plan.name,
      }),
      href: `/plans/${plan.id}`,
    })),
  ];
}

/** Rehearsals that could not be completed. */
export async function listFailedRehearsals(db: Db): Promise<AttentionItem[]> {
  const where = { state: "FAILED" as const, startedAt: { gt: after(-LATELY_MS) } };
  const [failed, total] = await Promise.all([
    db.rehearsal.findMany({
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
    }),
    db.rehearsal.count({ where }),
  ]);
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
  return withOthers(items, total, (count) => ({
    kind: "rehearsal",
    tone: "bad",
    title: t("{count, plural, one {# more rehearsal} other {# more rehearsals}} failed", { count }),
    detail: t("The plans and lists say why."),
    href: "/plans",
    verb: t("Open"),
  }));
}
