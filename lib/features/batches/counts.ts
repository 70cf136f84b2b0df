/** Counts the rows of batches by outcome and by verdict. Only reads. */
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { getDb, Prisma, type Db } from "#lib/db/client.ts";
import { UNSENT_STATES } from "#lib/features/operations/rules/policy.ts";
import type { Batch, BatchKind } from "./kind.ts";
import { figuresOf, GIVEN_UP, RETRYABLE_STATES, type OutcomeCounts, type StepOutcome } from "./outcomes.ts";

type Counted = Pick<BatchKind, "sql">;

/** How many rows of these batches have which outcome now, by the batch's id; outcomes without rows are left out. */
export async function countOutcomes(
  { sql: { table, of } }: Counted,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OutcomeCounts>> {
  if (ids.length === 0) return new Map();
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

/**
 * A person's decision, the same test as `isGivenUp` in SQL; rows written before sentences had parts are recognised by the sentence itself.
 */
const IS_GIVEN_UP = Prisma.sql`coalesce(s.held_back_said ->> 'text' = ${GIVEN_UP}, s.held_back LIKE ${GIVEN_UP.replace("{name}", "%")})`;

/**
 * How many rows were refused, or held back for another reason than a person's decision, and still need attention, by batch id; batches
 * without such rows are left out.
 */
export async function countFailed(
  { sql: { table, of, hasHappened, isPassed } }: Counted,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await getDb().$queryRaw<{ id: string; count: number }[]>`
    SELECT s.${of} AS id, count(*)::int AS count
    FROM ${table} s LEFT JOIN operation o ON o.id = s.operation_id
    WHERE s.${of} = ANY(${ids}::uuid[]) AND s.is_included AND NOT (${hasHappened}) AND NOT (${isPassed})
      AND (o.state = 'REFUSED' OR NOT ${IS_GIVEN_UP})
    GROUP BY 1`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The rows that may be sent again: they provably had no effect, nobody discarded them, and what they are for has not happened otherwise. */
function retryableRows({ sql: { table, of, hasHappened } }: Counted, id: string): Prisma.Sql {
  return Prisma.sql`
    FROM ${table} s LEFT JOIN operation o ON o.id = s.operation_id
    WHERE s.${of} = ${id}::uuid AND s.is_included AND NOT (${hasHappened})
      AND (o.state::text = ANY(${RETRYABLE_STATES}) OR NOT ${IS_GIVEN_UP})`;
}

/** Their ids; `unsent`: a row's operation, where it could still be sent. */
export function listRetryable(
  db: Db,
  kind: Counted,
  id: string,
): Promise<{ id: string; unsent: string | null }[]> {
  return db.$queryRaw`
    SELECT s.id, CASE WHEN o.state::text = ANY(${UNSENT_STATES}) THEN o.id END AS unsent ${retryableRows(kind, id)}`;
}

async function countRetryable(kind: Counted, id: string): Promise<number> {
  const rows = await getDb().$queryRaw<{ count: number }[]>`SELECT count(*)::int ${retryableRows(kind, id)}`;
  return rows[0]?.count ?? 0;
}

/** What every kind of batch shows of itself, with its figures. */
export async function readBatchView<B extends Batch>(kind: Counted, batch: B) {
  const { id, state, stateSince, waitUntil, fileName, actorName, createdAt } = batch;
  const isOver = state !== "DRAFT" && state !== "RUNNING";
  const [counted, retryable] = await Promise.all([
    countOutcomes(kind, [id]),
    isOver ? countRetryable(kind, id) : 0,
  ]);
  const outcomes: OutcomeCounts = counted.get(id) ?? {};
  const { underWay, ...figures } = figuresOf(outcomes);
  return {
    id,
    state: state as B["state"],
    stateSince,
    pauseReason: toldOf(batch, "pauseReason"),
    /** Nothing is sent before this time, because the service asked to wait. */
    waitUntil,
    fileName,
    actorName,
    createdAt,
    ...figures,
    outcomes,
    /** The figures change without action: it is running, or what was sent before a pause is still awaited. */
    isMoving: state === "RUNNING" || (isOver && underWay > 0),
    /** Refused, held back or not sent: these may be sent again, but not while it is running. */
    retryable,
  };
}

/** How many rows of a batch have which verdict; verdicts without rows are left out. */
export async function countVerdicts<Verdict extends string>(
  { sql: { table, of } }: Counted,
  id: string,
): Promise<Partial<Record<Verdict, number>>> {
  const rows = await getDb().$queryRaw<{ verdict: Verdict; count: bigint }[]>`
    SELECT verdict::text, count(*) FROM ${table} WHERE ${of} = ${id}::uuid GROUP BY 1`;
  return Object.fromEntries(rows.map(({ verdict, count }) => [verdict, Number(count)])) as Partial<
    Record<Verdict, number>
  >;
}
