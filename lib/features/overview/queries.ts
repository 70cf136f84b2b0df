/** What the frame of every page shows: counts for the rail, and the connections. Must stay cheap. */
import { now } from "#lib/core/clock.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { getDb, type ConnectionModel } from "#lib/db/client.ts";
import { countIntoClouds } from "#lib/features/invitations/places/ledger-figures.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";

/**
 * What the rail and the top bar show: the number beside a link is what its page lists first. Each is one indexed count; those of large
 * registries may be seconds old (keepFigure). `countedAt`: in ms since 1970, so that the newer of two results wins.
 */
export async function getFrameFacts() {
  const db = getDb();
  const countedAt = now().getTime();
  const [clouds, invitations, [others]] = await Promise.all([
    keepFigure(
      "clouds of the rail",
      () =>
        db.cloud.count({ where: { archivedAt: null, deletedAt: null, connection: { archivedAt: null } } }),
      (rows) => rows,
    ),
    countIntoClouds(),
    // Every page asks for both, so they are one statement. The built-in connection comes first.
    db.$queryRaw<[{ operationsUncertain: number; connections: FrameConnection[] }]>`
      SELECT
        (SELECT count(*)::int FROM operation WHERE state = ANY(${[...UNCERTAIN_STATES]}::"OperationState"[]))
          AS "operationsUncertain",
        (SELECT coalesce(json_agg(c ORDER BY kind, name), '[]')
          FROM (SELECT id, name, kind, stage FROM connection WHERE archived_at IS NULL) c) AS connections`,
  ]);
  return { countedAt, clouds, invitations, ...others };
}

type FrameConnection = Pick<ConnectionModel, "id" | "name" | "kind" | "stage">;

export type FrameFacts = Awaited<ReturnType<typeof getFrameFacts>>;
