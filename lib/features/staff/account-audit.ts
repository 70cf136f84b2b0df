/** The audit of staff accounts: whatever becomes of an account names the person. */
import type { AuditAction } from "#lib/audit/actions.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import { recordAudit, type AuditActor } from "#lib/audit/record.ts";
import { newReference } from "#lib/core/ids.ts";
import type { Db } from "#lib/db/client.ts";

export type AccountFacts = { [key: string]: JsonValue } | null;

/** Records a change of an account, in the transaction that makes it. */
export async function auditStaff(
  tx: Db,
  actor: AuditActor,
  action: AuditAction,
  { id, name }: { id: string; name: string },
  { before = null, after = null }: { before?: AccountFacts; after?: AccountFacts },
): Promise<void> {
  const named = (facts: AccountFacts): AccountFacts => (facts === null ? null : { name, ...facts });
  await recordAudit(tx, {
    actor,
    action,
    objectType: "staff",
    objectId: id,
    before: named(before),
    after: named(after),
  });
}

/** A person who acts on the own account before being signed in. */
export function ownActor({ id, name }: { id: string; name: string }): AuditActor {
  return { staffId: id, name, requestId: newReference() };
}
