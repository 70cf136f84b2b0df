/**
 * Changes the accounts of others: role, state, second factor, and which roles must have one. Each is one transaction with its audit row,
 * decided by the actor's role at that moment; whatever the person had open is dead with it.
 */
import { requirePermissionNow } from "#lib/auth/actor-now.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { endStaffSessions } from "#lib/auth/staff-session.ts";
import { now } from "#lib/core/clock.ts";
import { AppError, notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, StaffModel, TokenEnding } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { toAuditActor } from "#lib/audit/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { AuditActor } from "#lib/audit/actor.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import { endTokens } from "#lib/features/tokens/endings.ts";
import { lockStaff } from "./lock.ts";
import { findProvider } from "./provider-settings.ts";
import type { Role } from "./schema.ts";

type Change = { action: AuditAction; before: JsonValue; after: JsonValue };

/**
 * Gives a person another role. Sessions and access tokens end: the person signs in again and has the new one.
 * @throws AppError FORBIDDEN (one's own role), CONFLICT (the last administrator, or the provider gives the role), NOT_FOUND
 */
export async function changeStaffRole(actor: Actor, staffId: string, role: Role): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    if (person.role === role) return null;
    await assertRoleGivenHere(tx, person);
    if (role !== "ADMINISTRATOR") await assertAnotherAdministrator(tx, person);
    await tx.staff.update({ where: { id: person.id }, data: { role } });
    await endEverything(tx, person, "ROLE", toAuditActor(actor));
    return {
      action: "staff.change-role",
      before: { role: person.role },
      after: { email: person.email, role },
    };
  });
}

/**
 * Disables an account: sessions and access tokens are dead for their very next request. What the person made stays.
 * @throws AppError FORBIDDEN (one's own account), CONFLICT (the last administrator), NOT_FOUND
 */
export async function disableStaff(actor: Actor, staffId: string): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    if (person.disabledAt !== null) return null;
    await assertAnotherAdministrator(tx, person);
    await tx.staff.update({ where: { id: person.id }, data: { disabledAt: now() } });
    await tx.passwordReset.deleteMany({ where: { staffId: person.id } });
    await endEverything(tx, person, "DISABLED", toAuditActor(actor));
    return { action: "staff.disable", before: { role: person.role }, after: { email: person.email } };
  });
}

/**
 * Lets a disabled person sign in again, with the password and the second factor of before.
 * @throws AppError NOT_FOUND
 */
export async function enableStaff(actor: Actor, staffId: string): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    if (person.disabledAt === null) return null;
    await tx.staff.update({ where: { id: person.id }, data: { disabledAt: null } });
    return { action: "staff.enable", before: null, after: { email: person.email, role: person.role } };
  });
}

/**
 * Removes the second factor of somebody who lost it. Sessions and access tokens end; where the role demands one, the next sign-in sets it up.
 * @throws AppError FORBIDDEN (one's own), NOT_FOUND
 */
export async function removeSecondFactorOf(actor: Actor, staffId: string): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    if (person.totpCipher === null) return null;
    await tx.staff.update({
      where: { id: person.id },
      data: { totpCipher: null, totpSince: null, totpStep: null },
    });
    await tx.recoveryCode.deleteMany({ where: { staffId: person.id } });
    await endStaffSessions(tx, person.id);
    await endTokens(tx, person, "SECOND_FACTOR", toAuditActor(actor));
    return { action: "staff.remove-second-factor", before: { email: person.email }, after: null };
  });
}

/**
 * Forgets who a person is to the identity provider. The account has no way in then, until a verified address of the provider, or a password
 * link, opens it anew. For somebody whom the provider knows under a new identity, and for leaving the provider.
 * @throws AppError FORBIDDEN (one's own), NOT_FOUND
 */
export async function disconnectStaff(actor: Actor, staffId: string): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    const { count } = await tx.staffIdentity.deleteMany({ where: { staffId: person.id } });
    if (count === 0) return null;
    await endEverything(tx, person, "PROVIDER", toAuditActor(actor));
    return { action: "staff.disconnect", before: { email: person.email }, after: null };
  });
}

/**
 * Says whether people of a role must have a second factor. Those who have none must set it up before they do anything else.
 * @throws AppError FORBIDDEN
 */
export async function setSecondFactorRule(actor: Actor, role: Role, required: boolean): Promise<void> {
  requirePermission(actor, "staff:manage");
  await inTransaction(async (tx) => {
    await lockStaff(tx);
    await requirePermissionNow(tx, actor, "staff:manage");
    const { count } = required
      ? await tx.secondFactorRule.createMany({ data: { role, since: now() }, skipDuplicates: true })
      : await tx.secondFactorRule.deleteMany({ where: { role } });
    if (count === 0) return;
    await recordAudit(tx, {
      actor: toAuditActor(actor),
      action: required ? "second-factor.require" : "second-factor.release",
      objectType: "second-factor",
      objectId: role,
      after: { name: role.toLowerCase() },
      outcome: "DONE",
    });
  });
}

/** The frame of every change of a colleague's account; `change` answers null when there is nothing to change. */
async function changeColleague(
  actor: Actor,
  staffId: string,
  change: (tx: Db, person: StaffModel) => Promise<Change | null>,
): Promise<void> {
  requirePermission(actor, "staff:manage");
  if (staffId === actor.staffId)
    throw new AppError(
      "FORBIDDEN",
      say(
        "You cannot change the role or state of your own account. Nothing was done. Ask another administrator.",
      ),
    );
  await inTransaction(async (tx) => {
    await lockStaff(tx);
    await requirePermissionNow(tx, actor, "staff:manage");
    const person = isId(staffId) ? await tx.staff.findUnique({ where: { id: staffId } }) : null;
    if (person === null) throw notFound(say("This account"));
    const done = await change(tx, person);
    if (done === null) return;
    await recordAudit(tx, {
      actor: toAuditActor(actor),
      action: done.action,
      objectType: "staff",
      objectId: person.id,
      before: withName(person, done.before),
      after: withName(person, done.after),
      outcome: "DONE",
    });
  });
}

function withName({ name }: StaffModel, value: JsonValue): JsonValue {
  return value === null || typeof value !== "object" || Array.isArray(value) ? value : { name, ...value };
}

/** Ends sessions, tokens, and invitations of this person that wait: who may not invite any more has nobody join. */
export async function endEverything(
  tx: Db,
  person: { id: string; name: string },
  reason: TokenEnding,
  actor: AuditActor,
): Promise<void> {
  await endStaffSessions(tx, person.id);
  await tx.staffInvitation.updateMany({
    where: { invitedById: person.id, openKey: { not: null } },
    data: { openKey: null, withdrawnAt: now() },
  });
  await endTokens(tx, person, reason, actor);
}

/** Where the provider gives the roles, another one given here would be gone with the next sign-in. */
async function assertRoleGivenHere(tx: Db, person: StaffModel): Promise<void> {
  const provider = findProvider();
  if (provider === null || provider.roles === null) return;
  if ((await tx.staffIdentity.findUnique({ where: { staffId: person.id } })) === null) return;
  throw new AppError(
    "CONFLICT",
    say(
      "{name} has the role that {label} gives, read at each sign-in. Nothing was done. Change it there, or disable the account.",
      { name: person.name, label: provider.label },
    ),
  );
}

/** The actor is an administrator, so one is left; but the actor may be acting for the last time, hence the count. */
async function assertAnotherAdministrator(tx: Db, person: StaffModel): Promise<void> {
  if (person.role !== "ADMINISTRATOR" || person.disabledAt !== null) return;
  const others = await tx.staff.count({
    where: { role: "ADMINISTRATOR", disabledAt: null, NOT: { id: person.id } },
  });
  if (others > 0) return;
  throw new AppError(
    "CONFLICT",
    say("{name} is the last administrator. Nothing was done. Make somebody else an administrator first.", {
      name: person.name,
    }),
  );
}
