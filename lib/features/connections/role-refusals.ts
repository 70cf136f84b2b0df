/** Whether a service accepts a role with an invitation. Every documented service does; a refusal is believed. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { getDb, Prisma } from "#lib/db/client.ts";

/** How long a refusal is remembered: services are upgraded. */
const REMEMBERED_MS = 30 * 24 * 3_600_000;

/**
 * Connections (all, or among the given ones) whose service recently refused the role of an invitation. Only there may people be invited
 * with the service's default, which usually makes administrators.
 */
export async function findRoleRefusals(
  actor: Actor,
  connectionIds?: readonly string[],
): Promise<Set<string>> {
  requirePermission(actor, "portal:read");
  const refused = await getDb().operation.findMany({
    where: {
      state: "REFUSED",
      updatedAt: { gt: new Date(now().getTime() - REMEMBERED_MS) },
      kind: "INVITE",
      ...(connectionIds === undefined ? {} : { connectionId: { in: [...connectionIds] } }),
      result: { path: ["fieldErrors", "role"], not: Prisma.AnyNull },
    },
    distinct: ["connectionId"],
    select: { connectionId: true },
  });
  return new Set(refused.map(({ connectionId }) => connectionId));
}
