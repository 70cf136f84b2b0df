/** What the frame of every page shows: counts for the rail, and the connections. Must stay cheap. */
import { now } from "#lib/core/clock.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import type { ConnectionKind, ConnectionStage, Db } from "#lib/db/client.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";

export type FrameFacts = {
  /** When they were counted, in ms since 1970: the newer of two results wins. */
  countedAt: number;
  /** What the page of Clouds lists by default. */
  clouds: number;
  /** What the ledger lists by default. */
  invitations: number;
  operationsUncertain: number;
  /** All that are not archived, the built-in one first, then by name. */
  connections: { id: string; name: string; kind: ConnectionKind; stage: ConnectionStage | null }[];
};

/**
 * What the rail and the top bar show. The number beside a link is what its page lists first. Each is one indexed count; those of large
 * registries may be seconds old (keepFigure).
 */
export async function getFrameFacts(db: Db): Promise<FrameFacts> {
  const countedAt = now().getTime();
  const [clouds, invitations, operationsUncertain, connections] = await Promise.all([
    keepCount("clouds of the rail", () =>
      db.cloud.count({ where: { archivedAt: null, deletedAt: null, connection: { archivedAt: null } } }),
    ),
    keepCount("invitations of the rail", () => db.invitation.count()),
    db.operation.count({ where: { state: { in: [...UNCERTAIN_STATES] } } }),
    db.connection.findMany({
      where: { archivedAt: null },
      orderBy: [{ kind: "asc" }, { name: "asc" }],
      select: { id: true, name: true, kind: true, stage: true },
    }),
  ]);
  return { countedAt, clouds, invitations, operationsUncertain, connections };
}

function keepCount(name: string, count: () => Promise<number>): Promise<number> {
  return keepFigure(name, count, (rows) => rows);
}
