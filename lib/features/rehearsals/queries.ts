/** Reads rehearsals for the pages of plans and lists, which check their own permission. */
import { getDb, type RehearsalOutcome } from "#lib/db/client.ts";
import type { Subject } from "./commands.ts";
import { scriptSchema, type RehearsalAnswer } from "./schema.ts";

/** The newest rehearsal, or null. */
export async function findRehearsal(subject: Subject) {
  const row = await getDb().rehearsal.findFirst({ where: subject });
  if (row === null) return null;
  const groups = await getDb().rehearsalStep.groupBy({
    by: ["outcome"],
    where: { rehearsalId: row.id },
    _count: { _all: true },
  });
  const { cloud, steps } = scriptSchema.parse(row.script);
  const outcomes: Partial<Record<RehearsalOutcome, number>> = Object.fromEntries(
    groups.map((group) => [group.outcome, group._count._all]),
  );
  const { state, problem, actorName, startedAt, endedAt } = row;
  return {
    state,
    isUnderWay: state === "QUEUED" || state === "RUNNING",
    problem,
    actorName,
    startedAt,
    endedAt,
    /** How many answers there will be. */
    total: [cloud, ...steps].filter(({ n }) => n > 0).length,
    outcomes,
  };
}

export type RehearsalView = NonNullable<Awaited<ReturnType<typeof findRehearsal>>>;

/** The answers to these steps; steps without an answer are left out. */
export async function findAnswers(
  subject: Subject,
  ns: readonly number[],
): Promise<Map<number, RehearsalAnswer>> {
  const rows = await getDb().rehearsalStep.findMany({
    where: { rehearsal: subject, n: { in: [...ns] } },
    select: { n: true, outcome: true, words: true },
  });
  return new Map(rows.map((row) => [row.n, row]));
}
