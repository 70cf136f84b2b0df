/**
 * Opens sessions for people proven by the identity provider, and connects local accounts to identities there. Each is one transaction with
 * its audit row. Must not judge the provider's answer: protocol.ts has done that.
 */
import { requirePermissionNow } from "#lib/auth/actor.ts";
import type { SignedInActor } from "#lib/auth/session.ts";
import { dropSecondFactor } from "#lib/auth/second-factor.ts";
import { confirmStaffSession, isSecondFactorRequired, providerShowsFactor } from "#lib/auth/staff-session.ts";
import { now } from "#lib/core/clock.ts";
import { getDb, type Db, type StaffModel } from "#lib/db/client.ts";
import { endEverything } from "../commands.ts";
import { whileLocked } from "../lock.ts";
import { openSession, type From } from "../sign-in.ts";
import { admit, connect, withRole } from "./admission.ts";
import type { ProviderPerson } from "./person.ts";
import { CLOCK_TOLERANCE_SECONDS } from "./protocol.ts";
import { ProviderRefusal, type Refusal } from "./refusal.ts";
import type { ProviderSettings } from "../provider-settings.ts";

/**
 * Opens a session; returns its id.
 * @throws ProviderRefusal; what a refusal ends (sessions of somebody without a role) has ended by then
 */
export async function signInByProvider(
  settings: ProviderSettings,
  person: ProviderPerson,
  from: From,
): Promise<string> {
  return settle(async (tx) => {
    const admitted = person.showsSecondFactor ? await admit(tx, settings, person) : "SECOND_FACTOR";
    if (typeof admitted === "string") return refused(admitted, await findAccount(tx, person));
    return open(tx, settings, admitted, person, from);
  });
}

/**
 * Accepts a fresh sign-in at the provider as the proof that the actor's session asked for.
 * @param startedAt when the browser left for the provider, in milliseconds since 1970
 * @returns the id of the session
 * @throws ProviderRefusal NOT_FRESH, SECOND_FACTOR, OTHER_PERSON
 */
export async function confirmByProvider(
  person: ProviderPerson,
  actor: SignedInActor,
  startedAt: number,
): Promise<string> {
  const { issuer, subject, authenticatedAt } = person;
  const earliest = startedAt - CLOCK_TOLERANCE_SECONDS * 1000;
  if (authenticatedAt === null || authenticatedAt.getTime() < earliest)
    throw refused("NOT_FRESH", actor.staffId);
  if (!person.showsSecondFactor) throw refused("SECOND_FACTOR", actor.staffId);
  const { count } = await getDb().staffIdentity.updateMany({
    where: { staffId: actor.staffId, issuer, subject },
    data: { provedAt: now() },
  });
  if (count === 0) throw refused("OTHER_PERSON", actor.staffId);
  await confirmStaffSession(getDb(), actor.sessionId, authenticatedAt);
  return actor.sessionId;
}

/**
 * Connects the actor's account to an identity of the provider, from then on the only way to sign in: password, second factor and recovery
 * codes are removed, all sessions and tokens end. The actor has typed the password before.
 * @returns the id of the new session
 * @throws ProviderRefusal, AppError UNAUTHENTICATED
 */
export async function connectByProvider(
  settings: ProviderSettings,
  person: ProviderPerson,
  actor: SignedInActor,
  from: From,
): Promise<string> {
  return settle(async (tx) => {
    await requirePermissionNow(tx, actor, "portal:read");
    const reason = await findObstacle(tx, settings, person, actor.staffId);
    if (reason !== null) return refused(reason, actor.staffId);
    await endEverything(tx, { id: actor.staffId, name: actor.name }, "PROVIDER", actor);
    await tx.passwordReset.deleteMany({ where: { staffId: actor.staffId } });
    await dropSecondFactor(tx, actor.staffId);
    const staff = await tx.staff.update({ where: { id: actor.staffId }, data: { passwordHash: null } });
    await connect(tx, actor, settings, staff, person);
    const changed = await withRole(tx, settings, staff, person.role ?? staff.role);
    return open(tx, settings, changed, person, from);
  });
}

/** Checks everything that could refuse the session before the password is removed. */
async function findObstacle(
  tx: Db,
  settings: ProviderSettings,
  person: ProviderPerson,
  staffId: string,
): Promise<Refusal | null> {
  const { issuer, subject } = person;
  const taken = await tx.staffIdentity.findFirst({ where: { OR: [{ staffId }, { issuer, subject }] } });
  if (taken !== null) return "TAKEN";
  if (settings.roles !== null && person.role === null) return "NO_ROLE";
  const staff = await tx.staff.findUniqueOrThrow({ where: { id: staffId } });
  if (!person.showsSecondFactor || (await lacksFactor(tx, person.role ?? staff.role))) return "SECOND_FACTOR";
  if (staff.role !== "ADMINISTRATOR") return null;
  const others = await tx.staff.count({
    where: {
      role: "ADMINISTRATOR",
      disabledAt: null,
      passwordHash: { not: null },
      NOT: { id: staffId },
    },
  });
  return others === 0 ? "LAST_PASSWORD" : null;
}

async function lacksFactor(tx: Db, role: StaffModel["role"]): Promise<boolean> {
  return !providerShowsFactor() && (await isSecondFactorRequired(tx, role));
}

async function open(
  tx: Db,
  settings: ProviderSettings,
  staff: StaffModel,
  { authenticatedAt }: ProviderPerson,
  from: From,
): Promise<string | ProviderRefusal> {
  if (await lacksFactor(tx, staff.role)) return refused("SECOND_FACTOR", staff.id);
  await tx.staffIdentity.update({ where: { staffId: staff.id }, data: { provedAt: now() } });
  const how = { provider: settings.label, withSecondFactor: providerShowsFactor() };
  return openSession(tx, staff, from, how, { byProvider: true, confirmedAt: authenticatedAt });
}

/** The account of a refused identity, if it has one. */
async function findAccount(tx: Db, { issuer, subject }: ProviderPerson): Promise<string | null> {
  const known = await tx.staffIdentity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { staffId: true },
  });
  return known?.staffId ?? null;
}

function refused(reason: Refusal, staffId: string | null): ProviderRefusal {
  return new ProviderRefusal(reason, undefined, staffId);
}

/** A refusal is thrown after the transaction, so that what it ends stays ended. */
async function settle(change: (tx: Db) => Promise<string | ProviderRefusal>): Promise<string> {
  const outcome = await whileLocked(change);
  if (outcome instanceof ProviderRefusal) throw outcome;
  return outcome;
}
