/** Whether a service takes a role with an invitation. Every documented one does; what one answers is believed. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { getDb, Prisma } from "#lib/db/client.ts";

/** So long a refusal is remembered: services learn roles. */
const REMEMBERED_MS = 30 * 24 * 3_600_000;

/**
 * Those of the connections, or of all, whose service has refused the role of an invitation lately. Only there may people be invited with the
 * service's default, which usually makes administrators.
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
