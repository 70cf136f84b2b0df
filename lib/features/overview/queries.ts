/** What the frame of every page shows: counts for the rail, and the connections. Must stay cheap. */
import { now } from "#lib/core/clock.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { type ConnectionModel, getDb } from "#lib/db/client.ts";
import { countIntoClouds } from "#lib/features/invitations/places/project-ledger.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";

type Connection = Pick<ConnectionModel, "id" | "name" | "kind" | "stage">;

/**
 * What the rail and the top bar show: the number beside a link is what its page lists first. Each is one indexed count; those of large
 * registries may be seconds old (keepFigure). `countedAt`: in ms since 1970, so that the newer of two results wins.
 */
export async function getFrameFacts() {
  const db = getDb();
  const countedAt = now().getTime();
  const [clouds, invitations, [journal]] = await Promise.all([
    keepFigure(
      "clouds of the rail",
      () =>
        db.cloud.count({ where: { archivedAt: null, deletedAt: null, connection: { archivedAt: null } } }),
      (rows) => rows,
    ),
    countIntoClouds(),
    // All connections that are not archived, the built-in one first, then by name.
    db.$queryRaw<{ operationsUncertain: number; connections: Connection[] }[]>`
      SELECT (SELECT count(*)::int FROM operation WHERE state = ANY(${[...UNCERTAIN_STATES]}::"OperationState"[]))
          AS "operationsUncertain",
        (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'stage', stage)
          ORDER BY kind, name), '[]') FROM connection WHERE archived_at IS NULL) AS connections`,
  ]);
  if (journal === undefined) throw new Error("A query without conditions answered no row.");
  return { countedAt, clouds, invitations, ...journal };
}

export type FrameFacts = Awaited<ReturnType<typeof getFrameFacts>>;
