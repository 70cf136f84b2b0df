/** What the frame of every page shows: counts for the rail, and the connections. Must stay cheap. */
import { now } from "#lib/core/clock.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { getDb } from "#lib/db/client.ts";
import { countIntoClouds } from "#lib/features/invitations/places/ledger-figures.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";

/**
 * What the rail and the top bar show: the number beside a link is what its page lists first. Each is one indexed count; those of large
 * registries may be seconds old (keepFigure). `countedAt`: in ms since 1970, so that the newer of two results wins.
 */
export async function getFrameFacts() {
  const db = getDb();
  const countedAt = now().getTime();
  const [clouds, invitations, operationsUncertain, connections] = await Promise.all([
    keepFigure(
      "clouds of the rail",
      () =>
        db.cloud.count({ where: { archivedAt: null, deletedAt: null, connection: { archivedAt: null } } }),
      (rows) => rows,
    ),
    countIntoClouds(),
    db.operation.count({ where: { state: { in: [...UNCERTAIN_STATES] } } }),
    // All that are not archived, the built-in one first, then by name.
    db.connection.findMany({
      where: { archivedAt: null },
      orderBy: [{ kind: "asc" }, { name: "asc" }],
      select: { id: true, name: true, kind: true, stage: true },
    }),
  ]);
  return { countedAt, clouds, invitations, operationsUncertain, connections };
}

export type FrameFacts = Awaited<ReturnType<typeof getFrameFacts>>;
