/**
 * The operator's commands on the embedded service's registry: each is one transaction that includes its audit row. They refuse to change
 * the portal's own application, because a change on one side only would lock the portal out of its own service. Secrets are returned once,
 * by register and rotate, and stored nowhere.
 */
import { validation } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { type Db, type ServiceApplicationModel, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import * as registry from "#lib/service/server/applications/registry.ts";
import { rotateDueSigningKey, rotateSigningKey, type Rotation } from "#lib/service/server/oauth/keys.ts";
import type { Operator } from "./operator.ts";
import { refusedRehearsal, refusePortalApplication } from "./portal-application.ts";
import type { ChangeInput, RegisterInput } from "./schema.ts";

/** An application by its number (pages) or its client id (the command). */
export type ApplicationKey = { id: number } | { clientId: string };

export type ShownOnce = { id: number; clientId: string; name: string; secret: string };

/** @throws AppError VALIDATION when the client id is taken. */
export function registerApplication(operator: Operator, input: RegisterInput): Promise<ShownOnce> {
  const { clientId, storageGigabytes, ...rest } = input;
  return inTransaction(async (tx) => {
    const settings = { ...rest, storageBytesMax: storageGigabytes };
    const { id, secret, hint } = await registry.registerApplication(tx, clientId, settings);
    const after = { clientId, ...describeSettings(settings), secretLast4: hint };
    await audit(tx, operator, "application.register", id, { after });
    return { id, clientId, name: input.name, secret };
  });
}

/** @throws AppError NOT_FOUND, CONFLICT for the portal's own. */
export function changeApplication(operator: Operator, input: ChangeInput): Promise<void> {
  const { id, storageGigabytes, ...rest } = input;
  return withApplication({ id }, async (tx, row) => {
    const settings = { ...rest, storageBytesMax: storageGigabytes };
    await registry.changeApplication(tx, id, settings);
    const [before, after] = [describeSettings(row), describeSettings(settings)];
    await audit(tx, operator, "application.change", id, { before, after });
  });
}

/** @throws AppError NOT_FOUND, CONFLICT when two secrets are live or it is the portal's own. */
export function rotateSecret(operator: Operator, key: ApplicationKey): Promise<ShownOnce> {
  return withApplication(key, async (tx, { id, clientId, name }) => {
    const { secret, hint } = await registry.addSecret(tx, id);
    await audit(tx, operator, "application.rotate-secret", id, { after: { name, secretLast4: hint } });
    return { id, clientId, name, secret };
  });
}

/** @throws AppError NOT_FOUND, CONFLICT when only one secret is live or it is the portal's own. */
export function retireOldSecret(operator: Operator, key: ApplicationKey): Promise<{ hint: string }> {
  return withApplication(key, async (tx, { id, name }) => {
    const hint = await registry.retireOldSecret(tx, id);
    await audit(tx, operator, "application.retire-secret", id, { after: { name, secretLast4: hint } });
    return { hint };
  });
}

/**
 * `typedName`: the name, which the person types to confirm (pages); on the command line the client id serves for that.
 * @throws AppError VALIDATION for another name, NOT_FOUND, CONFLICT for the portal's own.
 */
export function disableApplication(
  operator: Operator,
  key: ApplicationKey,
  typedName?: string,
): Promise<void> {
  return withApplication(key, async (tx, { id, name }) => {
    if (typedName !== undefined && typedName.trim() !== name) {
      throw validation(
        { typedName: [t("Type the name as it is written: {name}", { name })] },
        say("Nothing was disabled."),
      );
    }
    if (!(await registry.setDisabled(tx, id, true))) return;
    await audit(tx, operator, "application.disable", id, { after: { name } });
  });
}

/** @throws AppError NOT_FOUND */
export function enableApplication(operator: Operator, key: ApplicationKey): Promise<void> {
  return withApplication(key, async (tx, { id, name }) => {
    if (!(await registry.setDisabled(tx, id, false))) return;
    await audit(tx, operator, "application.enable", id, { after: { name } });
  });
}

/** Returns the Cloud's name. @throws AppError NOT_FOUND, VALIDATION when the Cloud does not exist or the application sees it already. */
export function giveCloud(operator: Operator, key: ApplicationKey, cloudId: number): Promise<string> {
  return inTransaction(async (tx) => {
    const { id, name, isRehearsal } = await registry.lockApplication(tx, key);
    // A rehearsal removes every Cloud that it sees.
    if (isRehearsal) throw refusedRehearsal();
    const cloudName = await registry.giveCloud(tx, id, cloudId);
    await audit(tx, operator, "application.give-cloud", id, { after: { name, cloudId, cloudName } });
    return cloudName;
  });
}

/** Returns the Cloud's name. @throws AppError NOT_FOUND when the Cloud was not given, CONFLICT when the application created it. */
export function takeCloud(operator: Operator, key: ApplicationKey, cloudId: number): Promise<string> {
  return inTransaction(async (tx) => {
    const { id, name } = await registry.lockApplication(tx, key);
    const cloudName = await registry.takeCloud(tx, id, cloudId);
    await audit(tx, operator, "application.take-cloud", id, { after: { name, cloudId, cloudName } });
    return cloudName;
  });
}

/**
 * Makes a new signing key now; with `revoke`, all issued tokens stop working.
 * @throws AppError CONFLICT while the previous new key does not sign yet.
 */
export function rotateSigningKeys(operator: Operator, revoke: boolean): Promise<Rotation> {
  return inTransaction(async (tx) => {
    const rotation = await rotateSigningKey(tx, { revoke });
    await auditRotation(tx, operator, revoke ? "signing-key.revoke" : "signing-key.rotate", rotation);
    return rotation;
  });
}

/** Makes a new signing key when the current key is old enough; every process calls this at intervals. */
export function rotateDueSigningKeys(operator: Operator): Promise<Rotation | null> {
  return inTransaction(async (tx) => {
    const rotation = await rotateDueSigningKey(tx);
    if (rotation !== null) await auditRotation(tx, operator, "signing-key.rotate", rotation);
    return rotation;
  });
}

function withApplication<T>(
  key: ApplicationKey,
  change: (tx: Db, row: ServiceApplicationModel) => Promise<T>,
): Promise<T> {
  return inTransaction(async (tx) => {
    const row = await registry.lockApplication(tx, key);
    await refusePortalApplication(tx, row);
    return change(tx, row);
  });
}

function describeSettings(settings: registry.ApplicationSettings) {
  const { name, scopes, redirectRules, cloudsMax, storageBytesMax } = settings;
  return { name, scopes, redirectRules, cloudsMax, storageBytesMax: storageBytesMax?.toString() ?? null };
}

type Sides = Pick<Parameters<typeof recordAudit>[1], "before" | "after">;

function audit(tx: Db, operator: Operator, action: AuditAction, id: number, sides: Sides): Promise<void> {
  return recordAudit(tx, {
    actor: operator.auditActor,
    action,
    objectType: "application",
    objectId: String(id),
    ...sides,
  });
}

function auditRotation(tx: Db, operator: Operator, action: AuditAction, rotation: Rotation): Promise<void> {
  return recordAudit(tx, {
    actor: operator.auditActor,
    action,
    objectType: "signing-key",
    objectId: rotation.kid,
    before: { replaced: rotation.replaced },
    after: { signsAt: rotation.signsAt.toISOString() },
  });
}
