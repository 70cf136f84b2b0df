/**
 * Staff sessions as rows: the signed cookie names a row, the row decides at every request. Idle 30 minutes, absolute 12 hours,
 * dead at once when ended or when the account is disabled. Which role demands a second factor is asked with it.
 */
import { after, now } from "#lib/core/clock.ts";
import { getEnv } from "#lib/core/env.ts";
import { isId, newId } from "#lib/core/ids.ts";
import { Prisma, type Db, type StaffRole } from "#lib/db/client.ts";
import { queryPrepared } from "#lib/db/prepared.ts";

export const SESSION_IDLE_MS = 30 * 60_000;
export const SESSION_ABSOLUTE_MS = 12 * 3_600_000;
/** For so long after a person proved the account, nothing asks for another proof: docs/decisions/0051-life-of-access.md. */
export const CONFIRMED_MS = 15 * 60_000;
/** A request renews the row only when it is older than this, so that reading pages does not write each time. */
const RENEW_AFTER_MS = 60_000;

export type StaffIdentity = {
  staffId: string;
  sessionId: string;
  name: string;
  email: string;
  role: StaffRole;
  /** Signed in with the identity provider. */
  byProvider: boolean;
  /** The account asks for codes at sign-in. */
  hasSecondFactor: boolean;
  /** The role demands a second factor and the account has none yet: nothing may be done but to set one up. */
  secondFactorMissing: boolean;
  /** The person proved the account in this session a moment ago. */
  isConfirmed: boolean;
};

/** A session as its owner sees it. */
export type SessionView = {
  id: string;
  device: string;
  network: string;
  createdAt: Date;
  lastSeenAt: Date;
};

/**
 * Opens a session for a staff member; returns its id, which no session had before.
 * @param from.confirmedAt when the person proved the account: now, unless the identity provider says when, or does not (null)
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
 * The staff member behind a live session, or null when it ended, idled out, is too old, or the account is disabled.
 * @param options.isBackground asked by the page itself while nobody did anything: it does not keep the session awake
 */
export async function findStaffIdentity(
  db: Db,
  sessionId: string,
  options: { isBackground?: boolean } = {},
): Promise<StaffIdentity | null> {
  if (!isId(sessionId)) return null;
  const row = await readIdentity(db, sessionId);
  if (row === undefined) return null;
  const { needsFactor } = row;
  // The identity provider has the second factor, not the person: a sign-in there that asks for none is not enough any more.
  if (needsFactor && row.byProvider && !providerShowsFactor()) return null;
  const isOld = now().getTime() - row.lastSeenAt.getTime() > RENEW_AFTER_MS;
  if (isOld && options.isBackground !== true) {
    await db.staffSession.updateMany({ where: { id: row.id, endedAt: null }, data: { lastSeenAt: now() } });
  }
  return {
    staffId: row.staffId,
    sessionId: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    byProvider: row.byProvider,
    hasSecondFactor: row.hasSecondFactor,
    secondFactorMissing: needsFactor && !row.byProvider,
    isConfirmed: row.confirmedAt !== null && row.confirmedAt > after(-CONFIRMED_MS),
  };
}

/** The person proved the account in this session just now. */
export async function confirmStaffSession(db: Db, sessionId: string, confirmedAt = now()): Promise<void> {
  await db.staffSession.updateMany({ where: { id: sessionId, endedAt: null }, data: { confirmedAt } });
}

type IdentityRow = Omit<StaffIdentity, "sessionId" | "secondFactorMissing" | "isConfirmed"> & {
  id: string;
  lastSeenAt: Date;
  confirmedAt: Date | null;
  /** The role demands a second factor and the account has none. */
  needsFactor: boolean;
};

/** One statement, because every request asks for it first. */
async function readIdentity(db: Db, sessionId: string): Promise<IdentityRow | undefined> {
  const [row] = await queryPrepared<IdentityRow>(
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
  return row;
}

/** Whether the identity provider lets nobody in here without a second factor that it shows. */
export function providerShowsFactor(): boolean {
  const { OIDC_ACR, OIDC_AMR } = getEnv();
  return OIDC_ACR !== undefined || OIDC_AMR !== undefined;
}

/** Whether people of this role must have a second factor. */
export async function isSecondFactorRequired(db: Db, role: StaffRole): Promise<boolean> {
  return (await db.secondFactorRule.findUnique({ where: { role }, select: { role: true } })) !== null;
}

/** Whether an account has no second factor although its role demands one. `identity`: at the provider, which has the factor then. */
export async function lacksRequiredFactor(
  db: Db,
  account: { role: StaffRole; totpSince: Date | null; identity: object | null },
): Promise<boolean> {
  const hasFactor = account.identity === null ? account.totpSince !== null : providerShowsFactor();
  return !hasFactor && (await isSecondFactorRequired(db, account.role));
}

function isLive(): { endedAt: null; lastSeenAt: { gt: Date }; createdAt: { gt: Date } } {
  return {
    endedAt: null,
    lastSeenAt: { gt: after(-SESSION_IDLE_MS) },
    createdAt: { gt: after(-SESSION_ABSOLUTE_MS) },
  };
}

/** The live sessions of a person, the one used last first. */
export async function listStaffSessions(db: Db, staffId: string): Promise<SessionView[]> {
  return db.staffSession.findMany({
    where: { staffId, ...isLive() },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    select: { id: true, device: true, network: true, createdAt: true, lastSeenAt: true },
  });
}

/** Ends sessions of a person, for their very next request: all, one (`only`), or all others (`except`). Returns how many were live. */
export async function endStaffSessions(
  db: Db,
  staffId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const { count } = await db.staffSession.updateMany({
    where: {
      staffId,
      ...isLive(),
      ...(which.only === undefined ? {} : { id: which.only }),
      ...(which.except === undefined ? {} : { NOT: { id: which.except } }),
    },
    data: { endedAt: now() },
  });
  return count;
}

/** Ends a session; ending it twice is harmless. */
export async function endStaffSession(db: Db, sessionId: string): Promise<void> {
  if (!isId(sessionId)) return;
  await db.staffSession.updateMany({ where: { id: sessionId, endedAt: null }, data: { endedAt: now() } });
}
