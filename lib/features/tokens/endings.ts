/**
 * Ends a person's access tokens when their basis changes: the password, the second factor, the role, the account, the identity at the
 * provider. In the transaction of that change.
 */
import { now } from "#lib/core/clock.ts";
import type { Db, TokenEnding } from "#lib/db/client.ts";
import { recordAudit, type AuditActor } from "#lib/audit/record.ts";

/** Revokes every live token of a person, effective with the very next request, with one audit row for all. */
export async function endTokens(
  tx: Db,
  person: { id: string; name: string },
  reason: TokenEnding,
  actor: AuditActor,
): Promise<void> {
  const ended = await tx.personalToken.updateManyAndReturn({
    where: { staffId: person.id, revokedAt: null, expiresAt: { gt: now() } },
    data: { revokedAt: now(), revokedFor: reason },
    select: { name: true, hint: true },
  });
  if (ended.length === 0) return;
  await recordAudit(tx, {
    actor,
    action: "token.end",
    objectType: "staff",
    objectId: person.id,
    after: {
      name: person.name,
      reason: reason.toLowerCase().replace("_", " "),
      tokens: ended.map(({ name, hint }) => `${name} (…${hint})`),
    },
  });
}
