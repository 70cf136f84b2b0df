/**
 * Staff sessions as rows: the signed cookie names a row, the row decides at every request. A session ends after 30 idle minutes, after 12
 * hours in any case, and at once when it is ended or the account is disabled. The same query reads whether the role requires a second
 * factor.
 */
import { after, now } from "#lib/core/clock.ts";
import { getEnv } from "#lib/core/env.ts";
import { isId, newId } from "#lib/core/ids.ts";
import { Prisma, type Db, type StaffRole } from "#lib/db/client.ts";
import { queryPrepared } from "#lib/db/prepared.ts";

export const SESSION_IDLE_MS = 30 * 60_000;
export const SESSION_ABSOLUTE_MS = 12 * 3_600_000;
/** For this long after a person confirmed the account, no further confirmation is needed: docs/decisions/0051-life-of-access.md. */
export const CONFIRMED_MS = 15 * 60_000;
/** A request renews the row only when it is older than this, so that not every page view writes. */
const RENEW_AFTER_MS = 60_000;

export type StaffIdentity = {
  staffId: string;
  sessionId: string;
  name: string;
  email: string;
  role: StaffRole;
  /** Whether the person signed in with the identity provider, which may still know the browser after this session ends. */
  byProvider: boolean;
  /** Whether the account needs codes at sign-in. */
  hasSecondFactor: boolean;
  /** Whether the account lacks a second factor that the role requires; only setting one up is allowed then. */
  secondFactorMissing: boolean;
  /** Whether the person recently confirmed the account in this session. */
  isConfirmed: boolean;
};

/**
 * Opens a session for a member of staff; returns its id, which no session had before.
 * @param from.confirmedAt when the person confirmed the account: by default now; with an identity provider the time it states, or null if
 * it states none
 */
export async function openStaffSession(
  db: Db,
  staffId: string,
  from: { device: string; network: string; byProvider?: boolean; confirmedAt?: Date | null },
): Promise<string> {
  const row = await db.staffSession.create({
    data: { id: newId(), staffId, createdAt: now(), lastSeenAt: now(), confirmedAt: now(), ...from },
    select: { id: true },
  });
  return row.id;
}

/**
 * The member of staff of a live session; null when it has ended, was idle too long, is too old, or the account is disabled.
 * @param options.isBackground a call by the page itself without a person's action: it does not extend the session
 */
export async function findStaffIdentity(
  db: Db,
  sessionId: string,
  options: { isBackground?: boolean } = {},
): Promise<StaffIdentity | null> {
  if (!isId(sessionId)) return null;
  const [row] = await readIdentity(db, sessionId);
  if (row === undefined) return null;
  const { id, lastSeenAt, confirmedAt, needsFactor, ...person } = row;
  // The identity provider is responsible for the second factor: a sign-in there without one is no longer enough.
  if (needsFactor && person.byProvider && !providerShowsFactor()) return null;
  const isOld = now().getTime() - lastSeenAt.getTime() > RENEW_AFTER_MS;
  if (isOld && options.isBackground !== true) {
    await db.staffSession.updateMany({ where: { id, endedAt: null }, data: { lastSeenAt: now() } });
  }
  return {
    ...person,
    sessionId: id,
    secondFactorMissing: needsFactor && !person.byProvider,
    isConfirmed: confirmedAt !== null && confirmedAt > after(-CONFIRMED_MS),
  };
}

/** Records that the person has just confirmed the account in this session. */
export async function confirmStaffSession(db: Db, sessionId: string, confirmedAt = now()): Promise<void> {
  await db.staffSession.updateMany({ where: { id: sessionId, endedAt: null }, data: { confirmedAt } });
}

type IdentityRow = Omit<StaffIdentity, "sessionId" | "secondFactorMissing" | "isConfirmed"> & {
  id: string;
  lastSeenAt: Date;
  confirmedAt: Date | null;
  /** Whether the role requires a second factor and the account has none. */
  needsFactor: boolean;
};

/** A single statement, because every request starts with it. */
function readIdentity(db: Db, sessionId: string): Promise<IdentityRow[]> {
  return queryPrepared<IdentityRow>(
    db,
    "staff-identity",
    Prisma.sql`
      SELECT s.id, s.last_seen_at AS "lastSeenAt", s.by_provider AS "byProvider",
        s.confirmed_at AS "confirmedAt", p.totp_since IS NOT NULL AS "hasSecondFactor",
        p.id AS "staffId", p.name, p.email, p.role::text AS role,
        p.totp_since IS NULL AND EXISTS (SELECT 1 FROM second_factor_rule r WHERE r.role = p.role) AS "needsFactor"
      FROM staff_session s JOIN staff p ON p.id = s.staff_id
      WHERE s.id = ${sessionId}::uuid AND s.ended_at IS NULL AND p.disabled_at IS NULL
        AND s.last_seen_at > ${after(-SESSION_IDLE_MS)}::timestamptz
        AND s.created_at > ${after(-SESSION_ABSOLUTE_MS)}::timestamptz`,
  );
}

/** Whether the identity provider must prove a second factor for every sign-in here. */
export function providerShowsFactor(): boolean {
  const { OIDC_ACR, OIDC_AMR } = getEnv();
  return OIDC_ACR !== undefined || OIDC_AMR !== undefined;
}

/** Whether people of this role must have a second factor. */
export async function isSecondFactorRequired(db: Db, role: StaffRole): Promise<boolean> {
  return (await db.secondFactorRule.findUnique({ where: { role }, select: { role: true } })) !== null;
}

/**
 * Whether an account lacks a second factor that its role requires. `identity`: the account at the identity provider, which then has the
 * factor.
 */
export async function lacksRequiredFactor(
  db: Db,
  account: { role: StaffRole; totpSince: Date | null; identity: object | null },
): Promise<boolean> {
  const hasFactor = account.identity === null ? account.totpSince !== null : providerShowsFactor();
  return !hasFactor && (await isSecondFactorRequired(db, account.role));
}

/** The condition for sessions that have not ended. */
export function isLive() {
  return {
    endedAt: null,
    lastSeenAt: { gt: after(-SESSION_IDLE_MS) },
    createdAt: { gt: after(-SESSION_ABSOLUTE_MS) },
  };
}

/** The live sessions of a person, the most recently used first. */
export async function listStaffSessions(db: Db, staffId: string) {
  return db.staffSession.findMany({
    where: { staffId, ...isLive() },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    select: { id: true, device: true, network: true, createdAt: true, lastSeenAt: true },
  });
}

/** Ends sessions of a person, effective at the next request: all, or those of `which`. Returns how many were live. */
export async function endStaffSessions(
  db: Db,
  staffId: string,
  which: Pick<Prisma.StaffSessionWhereInput, "id"> = {},
): Promise<number> {
  const { count } = await db.staffSession.updateMany({
    where: { staffId, ...isLive(), ...which },
    data: { endedAt: now() },
  });
  return count;
}

/** Ends a session; ending it twice is harmless. */
export async function endStaffSession(db: Db, sessionId: string): Promise<void> {
  if (!isId(sessionId)) return;
  await db.staffSession.updateMany({ where: { id: sessionId, endedAt: null }, data: { endedAt: now() } });
}
