/** The operator's commands on the signing keys of access tokens, each with its audit row. */
import { type Db, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { rotateDueSigningKey, rotateSigningKey, type Rotation } from "#lib/service/server/oauth/keys.ts";
import type { Operator } from "./operator.ts";

/**
 * Makes a new signing key now; with `revoke`, all issued tokens stop working.
 * @throws AppError CONFLICT while the previous new key does not sign yet.
 */
export function rotateSigningKeys(operator: Operator, revoke: boolean): Promise<Rotation> {
  return inTransaction(async (tx) => {
    const rotation = await rotateSigningKey(tx, revoke);
    await audit(tx, operator, revoke ? "signing-key.revoke" : "signing-key.rotate", rotation);
    return rotation;
  });
}

/** Makes a new signing key when the current key is old enough; every process calls this at intervals. */
export function rotateDueSigningKeys(operator: Operator): Promise<Rotation | null> {
  return inTransaction(async (tx) => {
    const rotation = await rotateDueSigningKey(tx);
    if (rotation !== null) await audit(tx, operator, "signing-key.rotate", rotation);
    return rotation;
  });
}

function audit(tx: Db, operator: Operator, action: AuditAction, rotation: Rotation): Promise<void> {
  return recordAudit(tx, {
    actor: operator.auditActor,
    action,
    objectType: "signing-key",
    objectId: rotation.kid,
    before: { replaced: rotation.replaced },
    after: { signsAt: rotation.signsAt.toISOString() },
  });
}
