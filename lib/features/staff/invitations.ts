/**
 * Staff by invitation: sent by an administrator, accepted with a link that works once. Opening the link changes nothing, however often and
 * by whomever; another email replaces the link. Change, email and audit row are one transaction.
 */
import type { z } from "zod";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { type AppError, conflict, forbidden, getById, parseInput, rateLimited } from "#lib/core/errors.ts";
import { newId, newSecret, sha256Hex } from "#lib/core/ids.ts";
import { hashNewPassword } from "#lib/core/identity/new-password.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type Db, type StaffInvitationModel } from "#lib/db/client.ts";
import { recordAudit, type AuditEntry } from "#lib/audit/record.ts";
import { readMeantAddress } from "#lib/features/invitations/addresses/one-address.ts";
import { auditStaff, ownActor } from "./account-audit.ts";
import { manageStaff, whileLocked } from "./lock.ts";
import { queueStaffInvitationMail } from "./mails.ts";
import { inviteStaffSchema, joinSchema, STAFF_INVITATION_DAYS, type Role } from "./schema.ts";

const VALID_MS = STAFF_INVITATION_DAYS * 24 * 3_600_000;
/** Per invitation: more emails would hardly help. */
const MAILS_MAX = 10;

/**
 * Invites a person by email.
 * @returns the id of the invitation, and the address that it went to
 * @throws AppError VALIDATION (no address, or an unconfirmed doubtful one), CONFLICT (has an account, or is invited already), FORBIDDEN
 */
export async function inviteStaff(
  actor: Actor,
  input: z.input<typeof inviteStaffSchema>,
): Promise<{ id: string; email: string }> {
  requirePermission(actor, "staff:manage");
  const { role, ...typed } = parseInput(inviteStaffSchema, input);
  const address = await readMeantAddress(typed, () => Promise.resolve(true));
  const [id, email] = [newId(), address.key];
  await manageStaff(actor, async (tx) => {
    await assertNew(tx, email);
    await tx.staffInvitation.create({
      data: {
        id,
        email,
        openKey: email,
        role,
        ...(await sendLink(tx, actor, { email, role })),
        createdAt: now(),
        invitedById: actor.staffId,
        invitedByName: actor.name,
      },
    });
    await audit(tx, actor, "staff.invite", id, { after: { email, role } });
  });
  return { id, email: address.email };
}

async function assertNew(tx: Db, email: string): Promise<void> {
  const account = await tx.staff.findUnique({ where: { email }, select: { name: true, disabledAt: true } });
  if (account !== null) {
    const { name } = account;
    const said =
      account.disabledAt === null
        ? say("{name} already has an account. Change the person’s role in the list. Nobody was invited.", {
            name,
          })
        : say("{name} has a disabled account. Enable the account in the list. Nobody was invited.", { name });
    throw conflict(said, { details: { fieldErrors: { email: [t("This address has an account.")] } } });
  }
  if ((await tx.staffInvitation.findUnique({ where: { openKey: email }, select: { id: true } })) !== null)
    throw conflict(
      say(
        "This address is already invited. Nobody was invited. Send that invitation again, or withdraw it first.",
      ),
      { details: { fieldErrors: { email: [t("This address is already invited.")] } } },
    );
}

/**
 * Sends another email with a new link; the old link stops working, and the seven days start again.
 * @throws AppError NOT_FOUND (ended, or never existed), RATE_LIMITED, FORBIDDEN
 */
export async function resendStaffInvitation(actor: Actor, invitationId: string): Promise<void> {
  await manageStaff(actor, async (tx) => {
    const { id, email, role, mailsAsked } = await getOpen(tx, invitationId);
    if (mailsAsked >= MAILS_MAX)
      throw rateLimited(
        say(
          "{mailsAsked} emails already went to this address, the maximum. Nothing was sent. Withdraw the invitation, and contact the person another way.",
          { mailsAsked },
        ),
      );
    const link = await sendLink(tx, actor, { email, role });
    await tx.staffInvitation.update({ where: { id }, data: { ...link, mailsAsked: { increment: 1 } } });
    await audit(tx, actor, "staff.invite-again", id, { after: { email, role } });
  });
}

/** Sends a new link; returns what its invitation keeps of it. */
async function sendLink(tx: Db, { name: inviterName }: Actor, to: { email: string; role: Role }) {
  const token = newSecret();
  const outboxId = await queueStaffInvitationMail(tx, { ...to, inviterName, token });
  return { outboxId, tokenHash: sha256Hex(token), expiresAt: after(VALID_MS) };
}

/** Withdraws an invitation: its link stops working at once. @throws AppError NOT_FOUND (ended, or never existed), FORBIDDEN */
export async function withdrawStaffInvitation(actor: Actor, invitationId: string): Promise<void> {
  await manageStaff(actor, async (tx) => {
    const { id, email, role } = await getOpen(tx, invitationId);
    await tx.staffInvitation.update({ where: { id }, data: { openKey: null, withdrawnAt: now() } });
    await audit(tx, actor, "staff.withdraw", id, { before: { email, role } });
  });
}

async function getOpen(tx: Db, id: string): Promise<StaffInvitationModel> {
  return getById(id, say("This invitation"), () =>
    tx.staffInvitation.findFirst({ where: { id, openKey: { not: null } } }),
  );
}

/** The invitation of a link; null when the link is not valid (any more). Uses nothing up. */
export async function findStaffInvitation(token: string): Promise<StaffInvitationModel | null> {
  return getDb().staffInvitation.findFirst({ where: isUsable(sha256Hex(token)) });
}

function isUsable(tokenHash: string) {
  return { tokenHash, openKey: { not: null }, expiresAt: { gt: now() } };
}

/**
 * Creates the account of an invited person, which uses up the link.
 * @throws AppError VALIDATION with a sentence per field, FORBIDDEN when the link is no longer valid
 */
export async function joinStaff(
  token: string,
  input: { name: string; password: string },
): Promise<{ email: string }> {
  const { name, password } = parseInput(joinSchema, input);
  const invitation = await findStaffInvitation(token);
  if (invitation === null) throw deadLink();
  const { email, role } = invitation;
  // Checked again below, together with the write; checked here so that an invalid link costs no password hash.
  if ((await getDb().staff.findUnique({ where: { email }, select: { id: true } })) !== null) throw deadLink();
  const passwordHash = await hashNewPassword(password, email);
  const person = { id: newId(), name: name.normalize("NFC") };
  return whileLocked(async (tx) => {
    // Only the link just checked: one that was replaced, withdrawn or used meanwhile creates no account.
    const { count } = await tx.staffInvitation.updateMany({
      where: { id: invitation.id, ...isUsable(invitation.tokenHash) },
      data: { openKey: null, acceptedAt: now() },
    });
    if (count !== 1 || (await tx.staff.findUnique({ where: { email } })) !== null) throw deadLink();
    await tx.staff.create({ data: { ...person, email, passwordHash, role, createdAt: now() } });
    const after = { email, role, invitedBy: invitation.invitedByName };
    await auditStaff(tx, ownActor(person), "staff.join", person, { after });
    return { email };
  });
}

function deadLink(): AppError {
  return forbidden(
    say(
      "This link no longer works: it was used, replaced by a newer email, withdrawn, or is older than seven days. No account was created. Ask for another email.",
    ),
  );
}

async function audit(
  tx: Db,
  actor: Actor,
  action: AuditEntry["action"],
  objectId: string,
  facts: Pick<AuditEntry, "before" | "after">,
): Promise<void> {
  await recordAudit(tx, { actor, action, objectType: "staff-invitation", objectId, ...facts });
}
