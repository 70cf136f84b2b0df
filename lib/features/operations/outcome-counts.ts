/**
 * Counts what became of the steps of lists and plans. Each has a table of its own with the same columns: is_included, held_back,
 * operation_id. Only reads.
 */
import { getDb, Prisma } from "#lib/db/client.ts";
import type { OutcomeCounts, StepOutcome } from "./outcomes.ts";

const SOURCES = {
  plan: { table: Prisma.sql`plan_step`, of: Prisma.sql`plan_id` },
  projects: { table: Prisma.sql`project_list_row`, of: Prisma.sql`list_id` },
  invitations: { table: Prisma.sql`invitation_run_row`, of: Prisma.sql`run_id` },
};

type Source = keyof typeof SOURCES;

/** How many steps of the plan, or rows of the list, have which outcome at this moment; those that none has are left out. */
export async function countOutcomes(source: Source, id: string): Promise<OutcomeCounts> {
  return (await countOutcomesOf(source, [id])).get(id) ?? {};
}

/** The same for several, by their id; one without steps is not in it. */
export async function countOutcomesOf(
  source: Source,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OutcomeCounts>> {
  if (ids.length === 0) return new Map();
  const { table, of } = SOURCES[source];
  const rows = await getDb().$queryRaw<{ id: string; outcome: StepOutcome; count: bigint }[]>`
    SELECT s.${of} AS id, CASE
        WHEN NOT s.is_included THEN 'LEFT_OUT'
        WHEN s.held_back IS NOT NULL THEN 'HELD_BACK'
        WHEN o.state IS NULL THEN 'TO_SEND'
        ELSE o.state::text
      END AS outcome, count(*) AS count
    FROM ${table} s LEFT JOIN operation o ON o.id = s.operation_id
    WHERE s.${of} = ANY(${ids}::uuid[]) GROUP BY 1, 2`;
  const byId = Map.groupBy(rows, (row) => row.id);
  return new Map(
    [...byId].map(([id, own]) => [
      id,
      Object.fromEntries(own.map(({ outcome, count }) => [outcome, Number(count)])),
    ]),
  );
}
