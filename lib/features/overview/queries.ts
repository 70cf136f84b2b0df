/**
 * What the frame of every page shows: counts of the rail, and the connections. It must stay cheap.
 */
import { now } from "#lib/core/clock.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import type { ConnectionKind, ConnectionStage, Db } from "#lib/db/client.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";

export type FrameFacts = {
  /** When they were counted, in ms since 1970: of two tellings the newer counts. */
  countedAt: number;
  /** What the page of Clouds lists when it is opened. */
  clouds: number;
  /** What the ledger lists when it is opened. */
  invitations: number;
  operationsUncertain: number;
  /** All in view, the built-in one first, then by name. */
  connections: { id: string; name: string; kind: ConnectionKind; stage: ConnectionStage | null }[];
};

/** What the rail and the top bar show. A figure beside a place is what its page lists first. Each figure is one indexed count; those of large registries are seconds old (keepFigure). */
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
