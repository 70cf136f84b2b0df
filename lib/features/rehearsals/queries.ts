/** Reads rehearsals for the pages of plans and lists, which check their own permission. */
import { getDb } from "#lib/db/client.ts";
import type { Subject } from "./commands.ts";
import { scriptSchema, type RehearsalAnswer, type RehearsalView } from "./schema.ts";

/** The newest rehearsal, or null. */
export async function findRehearsal(subject: Subject): Promise<RehearsalView | null> {
  const row = await getDb().rehearsal.findFirst({ where: subject });
  if (row === null) return null;
  const groups = await getDb().rehearsalStep.groupBy({
    by: ["outcome"],
    where: { rehearsalId: row.id },
    _count: { _all: true },
  });
  const { cloud, steps } = scriptSchema.parse(row.script);
  const { state, problem, actorName, startedAt, endedAt } = row;
  return {
    state,
    problem,
    actorName,
    startedAt,
    endedAt,
    total: [cloud, ...steps].filter(({ n }) => n > 0).length,
    outcomes: Object.fromEntries(groups.map((group) => [group.outcome, group._count._all])),
  };
}

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
