/** Lists of invitations and of projects, plans and rehearsals of one person as background work. Without drafts, which have sent nothing. */
import { after } from "#lib/core/clock.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { countOutcomes } from "#lib/features/batches/counts.ts";
import type { AnyKind, ShownBatch } from "#lib/features/batches/kind.ts";
import { figuresOf, sumOutcomes, type OutcomeCounts } from "#lib/features/batches/outcomes.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";
import { BATCH_KINDS } from "./batch-kinds.ts";
import { endedWords, LATELY_MS, OF_A_KIND_MAX } from "./policy.ts";
import type { WorkItem, WorkKind, WorkTone } from "./schema.ts";

/** Those running, paused or waiting, and those that ended within a day. */
export async function listListWork(staffId: string): Promise<WorkItem[]> {
  const kinds = await Promise.all([
    ...BATCH_KINDS.map((kind) => listBatches(kind, staffId)),
    listRehearsals(staffId),
  ]);
  return kinds.flat();
}

/** Newest first, without drafts. */
async function listBatches({ shown, sql }: AnyKind, staffId: string): Promise<WorkItem[]> {
  const endedLately = {
    state: "ENDED",
    stateSince: { gt: after(-LATELY_MS) },
    startedAt: { not: null },
  } as const;
  const batches = await shown.list(getDb(), {
    where: { actorId: staffId, OR: [{ state: "RUNNING" }, shown.standing, endedLately] },
    orderBy: { createdAt: "desc" },
    take: OF_A_KIND_MAX,
  });
  const counts = await countOutcomes(
    { sql },
    batches.map(({ id }) => id),
  );
  return batches.map((batch) => toItem(shown.kind, batch, counts.get(batch.id) ?? {}));
}

function toItem(kind: WorkKind, batch: ShownBatch, outcomes: OutcomeCounts): WorkItem {
  const { included, ended } = figuresOf(outcomes);
  const failed = sumOutcomes(outcomes, ["HELD_BACK", "REFUSED", "NOT_SENT"]);
  const isRunning = batch.state !== "ENDED";
  return {
    id: `${kind}-${batch.id}`,
    kind,
    title: batch.title,
    place: batch.place,
    href: batch.href,
    ...stateOf(batch, failed, sumOutcomes(outcomes, UNCERTAIN_STATES)),
    isRunning,
    done: isRunning ? ended : null,
    total: isRunning ? included : null,
    startedAt: (batch.startedAt ?? batch.createdAt).toISOString(),
    endedAt: isRunning ? null : batch.stateSince.toISOString(),
  };
}

function stateOf(batch: ShownBatch, failed: number, uncertain: number): { tone: WorkTone; words: string } {
  const reason = toldOf(batch, "pauseReason") ?? "";
  if (batch.state === "RUNNING") return { tone: "progress", words: t("Sending") };
  if (batch.state === "WAITING")
    return { tone: "warn", words: reason === "" ? t("Needs a decision") : reason };
  if (batch.state === "PAUSED") return { tone: "warn", words: t("Paused. {reason}", { reason }).trim() };
  return endedWords(failed, uncertain);
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
