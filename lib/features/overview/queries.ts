/**
 * What the frame of every page shows: counts of the rail, and the connections. It must stay cheap.
 */
import { keepFigure } from "#lib/core/kept-figure.ts";
import { Prisma, type ConnectionKind, type ConnectionStage, type Db } from "#lib/db/client.ts";
import { queryPrepared } from "#lib/db/prepared.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/policy.ts";

export type FrameFacts = {
  clouds: number;
  invitationsWaiting: number;
  operationsUncertain: number;
  /** All in view, the built-in one first, then by name. */
  connections: { id: string; name: string; kind: ConnectionKind; stage: ConnectionStage | null }[];
};

/** What the rail and the top bar show. Each figure is one indexed count; those of large registries are seconds old (keepFigure). */
export async function getFrameFacts(db: Db): Promise<FrameFacts> {
  const [clouds, invitationsWaiting, [small]] = await Promise.all([
    keepCount("clouds of the rail", () => db.cloud.count({ where: { archivedAt: null, deletedAt: null } })),
    keepCount("invitations of the rail", () => db.invitation.count({ where: { state: "WAITING" } })),
    queryPrepared<Pick<FrameFacts, "operationsUncertain" | "connections">>(
      db,
      "frame-facts",
      Prisma.sql`
        SELECT (
            SELECT count(*)::int FROM operation WHERE state = ANY(${[...UNCERTAIN_STATES]}::"OperationState"[])
          ) AS "operationsUncertain",
          (
            SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'stage', stage) ORDER BY kind, name), '[]')
            FROM connection WHERE archived_at IS NULL
          ) AS connections`,
    ),
  ]);
  return { clouds, invitationsWaiting, operationsUncertain: 0, connections: [], ...small };
}

function keepCount(name: string, count: () => Promise<number>): Promise<number> {
  return keepFigure(name, count, (rows) => rows);
}
