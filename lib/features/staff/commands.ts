/**
 * Changes the accounts of others: role, state, second factor, and which roles need one. Each change is one transaction with its audit row,
 * checked against the actor's current role; the person's sessions end with it.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { dropSecondFactor } from "#lib/auth/second-factor.ts";
import { endStaffSessions } from "#lib/auth/staff-session.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, forbidden, getById } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, StaffModel, TokenEnding } from "#lib/db/client.ts";
import { recordAudit, type AuditActor } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { endTokens } from "#lib/features/tokens/endings.ts";
import { auditStaff, type AccountFacts } from "./account-audit.ts";
import { manageStaff } from "./lock.ts";
import { findProvider } from "./provider-settings.ts";
import type { Role } from "./schema.ts";

type Change = { action: AuditAction; before: AccountFacts; after: AccountFacts };

/**
 * Changes a person's role. Sessions and access tokens end: the new role applies from the next sign-in.
 * @throws AppError FORBIDDEN (one's own role), CONFLICT (the last administrator, or the provider gives the role), NOT_FOUND
 */
export async function changeStaffRole(actor: Actor, staffId: string, role: Role): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    if (person.role === role) return null;
    await assertRoleGivenHere(tx, person);
    if (role !== "ADMINISTRATOR") await assertAnotherAdministrator(tx, person);
    await tx.staff.update({ where: { id: person.id }, data: { role } });
    await endEverything(tx, person, "ROLE", actor);
    return {
      action: "staff.change-role",
      before: { role: person.role },
      after: { email: person.email, role },
    };
  });
}

/**
 * Disables an account: sessions and access tokens stop working with the very next request. What the person made stays.
 * @throws AppError FORBIDDEN (one's own account), CONFLICT (the last administrator), NOT_FOUND
 */
export async function disableStaff(actor: Actor, staffId: string): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    if (person.disabledAt !== null) return null;
    await assertAnotherAdministrator(tx, person);
    await tx.staff.update({ where: { id: person.id }, data: { disabledAt: now() } });
    await tx.passwordReset.deleteMany({ where: { staffId: person.id } });
    await endEverything(tx, person, "DISABLED", actor);
    return { action: "staff.disable", before: { role: person.role }, after: { email: person.email } };
  });
}

/** Lets a disabled person sign in again, with the same password and second factor as before. @throws AppError NOT_FOUND */
export async function enableStaff(actor: Actor, staffId: string): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    if (person.disabledAt === null) return null;
    await tx.staff.update({ where: { id: person.id }, data: { disabledAt: null } });
    return { action: "staff.enable", before: null, after: { email: person.email, role: person.role } };
  });
}

/**
 * Removes the second factor of somebody who lost it. Sessions and access tokens end; where the role requires one, the next sign-in sets it
 * up.
 * @throws AppError FORBIDDEN (one's own), NOT_FOUND
 */
export async function removeSecondFactorOf(actor: Actor, staffId: string): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    if (person.totpCipher === null) return null;
    await dropSecondFactor(tx, person.id);
    await endStaffSessions(tx, person.id);
    await endTokens(tx, person, "SECOND_FACTOR", actor);
    return { action: "staff.remove-second-factor", before: { email: person.email }, after: null };
  });
}

/**
 * Removes a person's identity at the provider. The account then has no way to sign in until a verified address of the provider, or a
 * password link, reopens it. For people who have a new identity at the provider, and for leaving the provider.
 * @throws AppError FORBIDDEN (one's own), NOT_FOUND
 */
export async function disconnectStaff(actor: Actor, staffId: string): Promise<void> {
  await changeColleague(actor, staffId, async (tx, person) => {
    const { count } = await tx.staffIdentity.deleteMany({ where: { staffId: person.id } });
    if (count === 0) return null;
    await endEverything(tx, person, "PROVIDER", actor);
    return { action: "staff.disconnect", before: { email: person.email }, after: null };
  });
}

/**
 * Sets whether people of a role must have a second factor. Those without one must set it up before anything else.
 * @throws AppError FORBIDDEN
 */
export async function setSecondFactorRule(actor: Actor, role: Role, required: boolean): Promise<void> {
  await manageStaff(actor, async (tx) => {
    const { count } = required
      ? await tx.secondFactorRule.createMany({ data: { role, since: now() }, skipDuplicates: true })
      : await tx.secondFactorRule.deleteMany({ where: { role } });
    if (count === 0) return;
    await recordAudit(tx, {
      actor,
      action: required ? "second-factor.require" : "second-factor.release",
      objectType: "second-factor",
      objectId: role,
      after: { name: role.toLowerCase() },
    });
  });
}

/** The common part of every change of a colleague's account; `change` returns null when there is nothing to change. */
async function changeColleague(
  actor: Actor,
  staffId: string,
  change: (tx: Db, person: StaffModel) => Promise<Change | null>,
): Promise<void> {
  requirePermission(actor, "staff:manage");
  if (staffId === actor.staffId)
    throw forbidden(
      say(
        "You cannot change the role or state of your own account. Nothing was done. Ask another administrator.",
      ),
    );
  await manageStaff(actor, async (tx) => {
    const person = await getById(staffId, say("This account"), () =>
      tx.staff.findUnique({ where: { id: staffId } }),
    );
    const done = await change(tx, person);
    if (done !== null) await auditStaff(tx, actor, done.action, person, done);
  });
}

/**
 * Ends this person's sessions and tokens, and the pending invitations sent by them: an inviter who lost the permission lets nobody join.
 */
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

/** Where the provider gives the roles, the next sign-in would undo another one given here. */
async function assertRoleGivenHere(tx: Db, person: StaffModel): Promise<void> {
  const provider = findProvider();
  if (provider === null || provider.roles === null) return;
  if ((await tx.staffIdentity.findUnique({ where: { staffId: person.id } })) === null) return;
  throw conflict(
    say(
      "{name} has the role that {label} gives, read at each sign-in. Nothing was done. Change it there, or disable the account.",
      { name: person.name, label: provider.label },
    ),
  );
}

/** The actor is an administrator, so one is left; the count covers an actor who loses the role at the same time. */
async function assertAnotherAdministrator(tx: Db, person: StaffModel): Promise<void> {
  if (person.role !== "ADMINISTRATOR" || person.disabledAt !== null) return;
  const others = await tx.staff.count({
    where: { role: "ADMINISTRATOR", disabledAt: null, NOT: { id: person.id } },
  });
  if (others > 0) return;
  throw conflict(
    say("{name} is the last administrator. Nothing was done. Make somebody else an administrator first.", {
      name: person.name,
    }),
  );
}
