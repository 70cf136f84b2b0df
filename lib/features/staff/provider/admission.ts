/**
 * Which account a person of the identity provider has, or gets. Issuer and subject are the identity; an address only leads to an
 * invitation, or to an account that nobody else can sign in to. Every function runs in the caller's transaction, behind the staff lock.
 */
import { now } from "#lib/core/clock.ts";
import { newId, newReference } from "#lib/core/ids.ts";
import type { Db, StaffModel } from "#lib/db/client.ts";
import type { AuditActor } from "#lib/audit/record.ts";
import { auditStaff, ownActor } from "../account-audit.ts";
import { endEverything } from "../commands.ts";
import type { Role } from "../schema.ts";
import type { ProviderPerson } from "./person.ts";
import type { Refusal } from "./refusal.ts";
import type { ProviderSettings } from "../provider-settings.ts";

/** The account, or why there is none. */
type Admission = StaffModel | Refusal;

/** The account of this identity with its current role, or one from a pending invitation for the address. */
export async function admit(tx: Db, settings: ProviderSettings, person: ProviderPerson): Promise<Admission> {
  const { issuer, subject } = person;
  const identity = await tx.staffIdentity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    include: { staff: true },
  });
  if (identity === null) return admitNew(tx, settings, person);
  const { staff } = identity;
  if (staff.disabledAt !== null) return "DISABLED";
  if (settings.roles === null) return staff;
  if (person.role === null) {
    // Sessions opened with the role end with it, access tokens too.
    await endEverything(tx, staff, "PROVIDER", providerActor(settings));
    return "NO_ROLE";
  }
  return withRole(tx, settings, staff, person.role);
}

async function admitNew(tx: Db, settings: ProviderSettings, person: ProviderPerson): Promise<Admission> {
  const { email } = person;
  if (email === null) return "UNVERIFIED";
  const account = await tx.staff.findUnique({ where: { email }, include: { identity: true } });
  if (account !== null) return reopen(tx, settings, person, account);
  const invitation = await tx.staffInvitation.findFirst({
    where: { openKey: email, expiresAt: { gt: now() } },
  });
  if (invitation === null && settings.accounts === "invited") return "NOT_INVITED";
  const role = settings.roles === null ? (invitation?.role ?? null) : person.role;
  if (role === null) return "NO_ROLE";
  if (invitation !== null)
    await tx.staffInvitation.update({
      where: { id: invitation.id },
      data: { openKey: null, acceptedAt: now() },
    });
  const staff = await tx.staff.create({
    data: { id: newId(), email, name: person.name, passwordHash: null, role, createdAt: now() },
  });
  await keepIdentity(tx, staff.id, person);
  const invitedBy = invitation === null ? {} : { invitedBy: invitation.invitedByName };
  const after = { email, role, provider: settings.label, ...invitedBy };
  await auditStaff(tx, ownActor(staff), "staff.join", staff, { after });
  return staff;
}

/** An account whose identity an administrator removed: nobody can sign in to it, so the address takes it from nobody. */
async function reopen(
  tx: Db,
  settings: ProviderSettings,
  person: ProviderPerson,
  { identity, ...staff }: StaffModel & { identity: object | null },
): Promise<Admission> {
  if (staff.passwordHash !== null) return "HAS_PASSWORD";
  if (identity !== null) return "TAKEN";
  if (staff.disabledAt !== null) return "DISABLED";
  if (settings.roles !== null && person.role === null) return "NO_ROLE";
  await connect(tx, ownActor(staff), settings, staff, person);
  return withRole(tx, settings, staff, person.role ?? staff.role);
}

async function keepIdentity(tx: Db, staffId: string, { issuer, subject }: ProviderPerson): Promise<void> {
  await tx.staffIdentity.create({ data: { staffId, issuer, subject, linkedAt: now(), provedAt: now() } });
}

/** Lets an account sign in with the provider from now on. */
export async function connect(
  tx: Db,
  actor: AuditActor,
  { label: provider }: ProviderSettings,
  staff: StaffModel,
  person: ProviderPerson,
): Promise<void> {
  await keepIdentity(tx, staff.id, person);
  await auditStaff(tx, actor, "staff.connect", staff, { after: { email: staff.email, provider } });
}

/** The account with the role that the provider gives. Sessions with another role end. */
export async function withRole(
  tx: Db,
  settings: ProviderSettings,
  staff: StaffModel,
  role: Role,
): Promise<StaffModel> {
  if (staff.role === role) return staff;
  await endEverything(tx, staff, "ROLE", providerActor(settings));
  const changed = await tx.staff.update({ where: { id: staff.id }, data: { role } });
  await auditStaff(tx, providerActor(settings), "staff.change-role", staff, {
    before: { role: staff.role },
    after: { email: staff.email, role },
  });
  return changed;
}

/** The provider as actor of the consequences of its answer. */
function providerActor(settings: ProviderSettings): AuditActor {
  return { staffId: null, name: settings.label, requestId: newReference() };
}
