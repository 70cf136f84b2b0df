/**
 * Runs the checks for connections and for values that are only typed so far, keeps the newest results, and finds out what a service offers.
 * A check only reads; it never creates anything.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { getDb, type CheckPurpose, type ConnectionModel, type Db } from "#lib/db/client.ts";
import { climb, type CheckTarget, type Climb } from "#lib/service/client/check/climb.ts";
import type { Watch } from "#lib/service/client/check/rung.ts";
import { openClientSecret } from "#lib/service/client/connection.ts";
import { discoverCapabilities } from "./discovery.ts";
import { getConnectionRow, whereToCall } from "./queries.ts";
import type { CheckView } from "./record.ts";

const KEPT_MAX = 20;

/** Checks a stored connection; remembers the result and what the service offers. @throws AppError NOT_FOUND, FORBIDDEN */
export async function checkConnection(actor: Actor, id: string, watch: Watch = {}): Promise<CheckView> {
  requirePermission(actor, "connection:check");
  const row = await getConnectionRow(id);
  const found = await climb(await targetOf(row, openClientSecret(row)), watch);
  const check = toCheck(actor, "CONNECTION", found);
  await keepCheck(getDb(), row, check);
  if (found.stoppedAt === null) await discoverCapabilities(row);
  return check;
}

/** What to check for a stored connection with this secret. */
export async function targetOf(row: ConnectionModel, secret: string): Promise<CheckTarget> {
  const project = await getDb().project.findFirst({
    where: { missingSince: null, cloud: { connectionId: row.id, missingSince: null } },
    select: { serviceId: true, cloud: { select: { serviceId: true } } },
    orderBy: { createdAt: "desc" },
  });
  return {
    ...whereToCall(row),
    secret,
    known:
      project === null
        ? null
        : { cloudId: Number(project.cloud.serviceId), projectId: Number(project.serviceId) },
  };
}

/** The result of a check, as people see it. */
export function toCheck(actor: Pick<Actor, "name">, purpose: CheckPurpose, found: Climb): CheckView {
  return { purpose, at: now(), actorName: actor.name, ...found };
}

/** Stores a check and drops the oldest checks of its connection. */
export async function keepCheck(
  db: Db,
  connection: Pick<ConnectionModel, "id" | "revision">,
  check: CheckView,
): Promise<void> {
  const { id: connectionId, revision } = connection;
  await db.connectionCheck.create({ data: { id: newId(), connectionId, revision, ...check } });
  const old = await db.connectionCheck.findMany({
    where: { connectionId },
    orderBy: { at: "desc" },
    skip: KEPT_MAX,
    select: { id: true },
  });
  if (old.length === 0) return;
  await db.connectionCheck.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
}
