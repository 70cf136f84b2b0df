/** Reads removals for pages: their counts, and the outcome for each Cloud. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getById } from "#lib/core/errors.ts";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, Prisma, type RemovalOutcome } from "#lib/db/client.ts";
import { addressKey } from "#lib/features/invitations/addresses/address-key.ts";
import { readPage } from "#lib/features/batches/rows.ts";
import { ERASED_ADDRESS } from "#lib/features/invitations/policy.ts";
import { addressWords } from "#lib/features/invitations/words.ts";
import type { RemovedPlaceView } from "./schema.ts";

const LIMIT = 100;

/** The outcome for a Cloud: a list that was read later settles an uncertain one. */
const OUTCOME = Prisma.sql`
  CASE WHEN p.outcome = 'UNCERTAIN' AND c.invitations_read_at > p.ended_at THEN
    CASE WHEN EXISTS (
        SELECT 1 FROM member m WHERE m.cloud_id = c.id AND m.address = r.address AND NOT m.is_removed
      ) OR EXISTS (
        SELECT 1 FROM invitation i WHERE i.cloud_id = c.id AND i.address = r.address AND i.state = 'WAITING'
      ) THEN 'KEPT' ELSE 'REMOVED' END
  ELSE p.outcome::text END`;

const PLACES = Prisma.sql`
  person_removal_place p JOIN person_removal r ON r.id = p.removal_id
    JOIN cloud c ON c.id = p.cloud_id JOIN connection n ON n.id = c.connection_id`;

/** One removal with its counts. @throws AppError NOT_FOUND */
export async function getRemoval(actor: Actor, id: string) {
  requirePermission(actor, "portal:read");
  const removal = await getById(id, say("This removal"), () =>
    getDb().personRemoval.findUnique({ where: { id } }),
  );
  const figures = await getDb().$queryRaw<{ outcome: RemovalOutcome; count: number }[]>`
    SELECT ${OUTCOME} AS outcome, count(*)::int AS count FROM ${PLACES}
    WHERE p.removal_id = ${id}::uuid GROUP BY 1`;
  const counts = { WAITING: 0, REMOVED: 0, NOT_THERE: 0, KEPT: 0, UNCERTAIN: 0 };
  for (const { outcome, count } of figures) counts[outcome] = count;
  const { email, state, actorName, createdAt } = removal;
  return {
    id,
    /** As shown: words where the address was erased. */
    email: addressWords(email),
    isErased: email === ERASED_ADDRESS,
    state,
    actorName,
    createdAt,
    /** Why it ended before every Cloud was done. */
    stopReason: toldOf(removal, "stopReason"),
    counts,
    total: figures.reduce((sum, { count }) => sum + count, 0),
  };
}

export type RemovalView = Awaited<ReturnType<typeof getRemoval>>;

type Row = Omit<RemovedPlaceView, "cloudNumber"> & { cloudNumber: bigint; problemSaid: unknown };

/** By the Cloud's name when the removal began; `next` is the number to continue after, null at the end. */
export async function listRemovedPlaces(
  actor: Actor,
  {
    removalId,
    outcome,
    afterN = 0,
    limit = LIMIT,
  }: { removalId: string; outcome?: RemovalOutcome | undefined; afterN?: number; limit?: number },
): Promise<{ rows: RemovedPlaceView[]; next: number | null }> {
  requirePermission(actor, "portal:read");
  const wanted = outcome === undefined ? Prisma.sql`true` : Prisma.sql`${OUTCOME} = ${outcome}`;
  const page = await readPage(
    (n, take) => getDb().$queryRaw<Row[]>`
      SELECT p.n, p.problem, p.problem_said AS "problemSaid", ${OUTCOME} AS outcome, c.id AS "cloudId",
        c.name AS "cloudName", c.service_id AS "cloudNumber", n.name AS "connectionName"
      FROM ${PLACES} WHERE p.removal_id = ${removalId}::uuid AND p.n > ${n} AND ${wanted}
      ORDER BY p.n LIMIT ${take}`,
    afterN,
    limit,
  );
  return {
    next: page.next,
    rows: page.rows.map(({ problemSaid, problem, ...row }) => ({
      ...row,
      cloudNumber: Number(row.cloudNumber),
      problem: row.outcome === "REMOVED" ? null : toldOf({ problem, problemSaid }, "problem"),
    })),
  };
}

/** The running removal of a person, or the last one; null when there was none. @param address as typed */
export async function findRemoval(
  actor: Actor,
  address: string,
): Promise<{ id: string; isRunning: boolean } | null> {
  requirePermission(actor, "portal:read");
  const last = await getDb().personRemoval.findFirst({
    where: { address: addressKey(address) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, state: true },
  });
  return last === null ? null : { id: last.id, isRunning: last.state === "RUNNING" };
}
