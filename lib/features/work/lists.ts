/** Lists of invitations and of projects, plans and rehearsals of one person as background work. Without drafts, which have sent nothing. */
import { after } from "#lib/core/clock.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { toldOf, type WithSentence } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { countOutcomes } from "#lib/features/batches/counts.ts";
import { figuresOf, sumOutcomes, type OutcomeCounts } from "#lib/features/batches/outcomes.ts";
import { INVITATION_LISTS } from "#lib/features/invitations/lists/kind.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";
import { PLANS } from "#lib/features/plans/kind.ts";
import { PROJECT_LISTS } from "#lib/features/projects/lists/kind.ts";
import { LATELY_MS, OF_A_KIND_MAX } from "./policy.ts";
import type { WorkItem, WorkKind, WorkTone } from "./schema.ts";

type ListRow = WithSentence<"pauseReason"> & {
  id: string;
  state: "RUNNING" | "WAITING" | "PAUSED" | "ENDED" | "DRAFT";
  startedAt: Date | null;
  createdAt: Date;
  stateSince: Date;
};

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Those running, paused or waiting, and those that ended within a day. */
export async function listListWork(staffId: string): Promise<WorkItem[]> {
  const kinds = await Promise.all([
    listInvitations(staffId),
    listProjects(staffId),
    listPlans(staffId),
    listRehearsals(staffId),
  ]);
  return kinds.flat();
}

/** Newest first, without drafts. */
function wanted(staffId: string) {
  return {
    where: {
      actorId: staffId,
      OR: [
        { state: { in: ["RUNNING" as const, "PAUSED" as const] } },
        { state: "ENDED" as const, stateSince: { gt: after(-LATELY_MS) }, startedAt: { not: null } },
      ],
    },
    orderBy: { createdAt: "desc" as const },
    take: OF_A_KIND_MAX,
  };
}

async function listInvitations(staffId: string): Promise<WorkItem[]> {
  const rows = await getDb().invitationRun.findMany({
    ...wanted(staffId),
    include: { cloud: { select: { name: true } } },
  });
  const counts = await countOutcomes(INVITATION_LISTS, idsOf(rows));
  return rows.map((row) =>
    toItem("invitations", row, counts, {
      title: t("List of invitations"),
      place: row.cloud.name,
      href: `/clouds/${row.cloudId}/invitations/lists/${row.id}`,
    }),
  );
}

async function listProjects(staffId: string): Promise<WorkItem[]> {
  const rows = await getDb().projectList.findMany({
    ...wanted(staffId),
    include: { cloud: { select: { name: true } } },
  });
  const counts = await countOutcomes(PROJECT_LISTS, idsOf(rows));
  return rows.map((row) =>
    toItem("projects", row, counts, {
      title: t("List of projects"),
      place: row.cloud.name,
      href: `/clouds/${row.cloudId}/projects/lists/${row.id}`,
    }),
  );
}

async function listPlans(staffId: string): Promise<WorkItem[]> {
  const { where, ...order } = wanted(staffId);
  const rows = await getDb().plan.findMany({
    where: { ...where, OR: [...where.OR, { state: "WAITING" }] },
    ...order,
    include: { connection: { select: { name: true } } },
  });
  const counts = await countOutcomes(PLANS, idsOf(rows));
  return rows.map((row) =>
    toItem("plan", row, counts, {
      title: t("Plan of {name}", { name: row.name }),
      place: row.connection.name,
      href: `/plans/${row.id}`,
    }),
  );
}

function toItem(
  kind: WorkKind,
  row: ListRow,
  counts: ReadonlyMap<string, OutcomeCounts>,
  words: Pick<WorkItem, "title" | "place" | "href">,
): WorkItem {
  const outcomes = counts.get(row.id) ?? {};
  const { included, ended } = figuresOf(outcomes);
  const failed = sumOutcomes(outcomes, ["HELD_BACK", "REFUSED", "NOT_SENT"]);
  const isRunning = row.state !== "ENDED";
  return {
    id: `${kind}-${row.id}`,
    kind,
    ...words,
    ...stateOf(row, failed, sumOutcomes(outcomes, UNCERTAIN_STATES)),
    isRunning,
    done: isRunning ? ended : null,
    total: isRunning ? included : null,
    startedAt: (row.startedAt ?? row.createdAt).toISOString(),
    endedAt: isRunning ? null : row.stateSince.toISOString(),
  };
}

function stateOf(row: ListRow, failed: number, uncertain: number): { tone: WorkTone; words: string } {
  const reason = toldOf(row, "pauseReason") ?? "";
  if (row.state === "RUNNING") return { tone: "progress", words: t("Sending") };
  if (row.state === "WAITING") return { tone: "warn", words: reason === "" ? t("Needs a decision") : reason };
  if (row.state === "PAUSED") return { tone: "warn", words: t("Paused. {reason}", { reason }).trim() };
  if (uncertain > 0)
    return { tone: "unknown", words: t("Ended, {uncertain} without a certain answer", { uncertain }) };
  if (failed > 0) return { tone: "bad", words: t("Ended, {failed} failed", { failed }) };
  return { tone: "ok", words: t("Done") };
}

async function listRehearsals(staffId: string): Promise<WorkItem[]> {
  const rows = await getDb().rehearsal.findMany({
    where: {
      AND: [
        { OR: [{ plan: { actorId: staffId } }, { list: { actorId: staffId } }] },
        { OR: [{ state: { in: ["QUEUED", "RUNNING"] } }, { endedAt: { gt: after(-LATELY_MS) } }] },
      ],
    },
    orderBy: { startedAt: "desc" },
    take: OF_A_KIND_MAX,
    include: {
      plan: { select: { id: true, name: true } },
      list: { select: { id: true, cloudId: true, cloud: { select: { name: true } } } },
      _count: { select: { answers: true } },
    },
  });
  return rows.map((row) => {
    const isRunning = row.state === "QUEUED" || row.state === "RUNNING";
    return {
      id: `rehearsal-${row.id}`,
      kind: "rehearsal",
      title:
        row.plan === null
          ? t("Rehearsal of a list of projects")
          : t("Rehearsal of the plan of {name}", { name: row.plan.name }),
      place: row.list?.cloud.name ?? t("the built-in service"),
      ...rehearsalState(row),
      isRunning,
      done: isRunning ? row._count.answers : null,
      total: null,
      href:
        row.list === null
          ? `/plans/${row.plan?.id ?? ""}`
          : `/clouds/${row.list.cloudId}/projects/lists/${row.list.id}`,
      startedAt: row.startedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    };
  });
}

function rehearsalState({ state, problem }: { state: string; problem: string | null }): {
  tone: WorkTone;
  words: string;
} {
  if (state === "QUEUED") return { tone: "idle", words: t("Queued") };
  if (state === "RUNNING") return { tone: "progress", words: t("Rehearsing") };
  if (state === "DONE") return { tone: "ok", words: t("Done") };
  return {
    tone: "bad",
    words: t("Failed. {problem}", {
      problem: problem === null ? t("The rehearsal did not finish.") : told(problem),
    }),
  };
}
