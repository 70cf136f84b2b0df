/**
 * Lists of invitations and of projects, plans and rehearsals of one person as work in the background. Drafts are none: nothing of them
 * was sent.
 */
import { after } from "#lib/core/clock.ts";
import { getDb, Prisma } from "#lib/db/client.ts";
import { LATELY_MS, OF_A_KIND_MAX } from "./policy.ts";
import type { WorkItem, WorkKind, WorkTone } from "./schema.ts";

type ListRow = {
  id: string;
  state: "RUNNING" | "WAITING" | "PAUSED" | "ENDED" | "DRAFT";
  pauseReason: string | null;
  startedAt: Date | null;
  createdAt: Date;
  stateSince: Date;
};

type Counts = { id: string; total: bigint; ended: bigint; failed: bigint; uncertain: bigint };

/** Those under way, paused or waiting, and those that ended within a day. */
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
  const counts = await countRows("invitation_run_row", "run_id", rows);
  return rows.map((row) =>
    toItem("invitations", row, counts, {
      title: "List of invitations",
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
  const counts = await countRows("project_list_row", "list_id", rows);
  return rows.map((row) =>
    toItem("projects", row, counts, {
      title: "List of projects",
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
  const counts = await countRows("plan_step", "plan_id", rows);
  return rows.map((row) =>
    toItem("plan", row, counts, {
      title: `Plan of ${row.name}`,
      place: row.connection.name,
      href: `/plans/${row.id}`,
    }),
  );
}

const NOT_ENDED = Prisma.sql`('PREPARED', 'HELD', 'SENDING', 'NOT_SENT')`;

/** How many rows of each list there are to send, and what became of them; the state of a row is its operation's. */
async function countRows(
  table: "invitation_run_row" | "project_list_row" | "plan_step",
  column: "run_id" | "list_id" | "plan_id",
  lists: readonly { id: string }[],
): Promise<Map<string, Counts>> {
  if (lists.length === 0) return new Map();
  const of = Prisma.raw(`r.${column}`);
  const counts = await getDb().$queryRaw<Counts[]>`
    SELECT ${of} AS id, count(*) AS total,
      count(*) FILTER (WHERE r.held_back IS NOT NULL OR o.state::text NOT IN ${NOT_ENDED}) AS ended,
      count(*) FILTER (WHERE r.held_back IS NOT NULL OR o.state::text IN ('REFUSED', 'NOT_SENT')) AS failed,
      count(*) FILTER (WHERE o.state::text IN ('UNKNOWN', 'DONE_ID_LOST')) AS uncertain
    FROM ${Prisma.raw(table)} r LEFT JOIN operation o ON o.id = r.operation_id
    WHERE ${of} = ANY(${lists.map(({ id }) => id)}::uuid[]) AND r.is_included GROUP BY 1`;
  return new Map(counts.map((row) => [row.id, row]));
}

function toItem(
  kind: WorkKind,
  row: ListRow,
  counts: ReadonlyMap<string, Counts>,
  words: Pick<WorkItem, "title" | "place" | "href">,
): WorkItem {
  const found = counts.get(row.id);
  const isRunning = row.state !== "ENDED";
  return {
    id: `${kind}-${row.id}`,
    kind,
    ...words,
    ...stateOf(row, Number(found?.failed ?? 0), Number(found?.uncertain ?? 0)),
    isRunning,
    done: isRunning ? Number(found?.ended ?? 0) : null,
    total: isRunning ? Number(found?.total ?? 0) : null,
    startedAt: (row.startedAt ?? row.createdAt).toISOString(),
    endedAt: isRunning ? null : row.stateSince.toISOString(),
  };
}

function stateOf(row: ListRow, failed: number, uncertain: number): { tone: WorkTone; words: string } {
  if (row.state === "RUNNING") return { tone: "progress", words: "Sending" };
  if (row.state === "WAITING") return { tone: "warn", words: row.pauseReason ?? "Waits for a person" };
  if (row.state === "PAUSED") return { tone: "warn", words: `Paused. ${row.pauseReason ?? ""}`.trim() };
  if (uncertain > 0)
    return { tone: "unknown", words: `Ended, ${String(uncertain)} without a certain answer` };
  if (failed > 0) return { tone: "bad", words: `Ended, ${String(failed)} failed` };
  return { tone: "ok", words: "Done" };
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
        row.plan === null ? "Rehearsal of a list of projects" : `Rehearsal of the plan of ${row.plan.name}`,
      place: row.list?.cloud.name ?? "the built-in service",
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
  if (state === "QUEUED") return { tone: "idle", words: "Queued" };
  if (state === "RUNNING") return { tone: "progress", words: "Rehearsing" };
  if (state === "DONE") return { tone: "ok", words: "Done" };
  return { tone: "bad", words: `Failed. ${problem ?? "It could not be rehearsed to the end."}` };
}
