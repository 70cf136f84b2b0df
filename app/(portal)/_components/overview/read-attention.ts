import "server-only";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { getEnv } from "#lib/core/env.ts";
import { getDb } from "#lib/db/client.ts";
import { listAttention, listSuspicion } from "#lib/features/overview/attention.ts";
import type { AttentionItem } from "#lib/core/attention.ts";
import { listDeliveryTrouble } from "#lib/service/operator/deliveries.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";

/** What needs this person's attention: items of the portal, and of everything that the role can manage. */
export async function readAttention(actor: Actor): Promise<AttentionItem[]> {
  const looksAfterService = isAllowed(actor, "application:manage") && getEnv().PORTICO_EMBEDDED !== "off";
  const [suspicion, waiting, deliveries] = await Promise.all([
    isAllowed(actor, "audit:read") ? listSuspicion(getDb()) : [],
    listAttention(getDb()),
    looksAfterService ? listDeliveryTrouble(staffOperator(actor)) : [],
  ]);
  return [...suspicion, ...waiting, ...deliveries];
}
