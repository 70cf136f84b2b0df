/**
 * Sessions of people on the platform: the cookie holds 256 random bits, the row their SHA-256. A session ends after 30 minutes without a
 * call, after 12 hours in any case, and at once when the person signs out or the password is replaced.
 */
import { after, now } from "#lib/core/clock.ts";
import { newSecret, sha256Hex } from "#lib/core/ids.ts";
import type { Db, ServiceUserModel } from "#lib/db/client.ts";

export const SESSION_IDLE_MS = 30 * 60_000;
export const SESSION_ABSOLUTE_MS = 12 * 60 * 60_000;
const TOUCH_MS = 60_000;

export type PlatformUser = { id: number; email: string; firstname: string; lastname: string };

export function toPlatformUser(row: ServiceUserModel): PlatformUser {
  return { id: row.id, email: row.email, firstname: row.firstname, lastname: row.lastname };
}

/** Starts a session and returns the value for the cookie; ended sessions are deleted. */
export async function startSession(db: Db, userId: number): Promise<string> {
  const sessionId = newSecret();
  await db.serviceUserSession.deleteMany({
    where: {
      OR: [
        { lastSeenAt: { lt: after(-SESSION_IDLE_MS) } },
        { createdAt: { lt: after(-SESSION_ABSOLUTE_MS) } },
      ],
    },
  });
  await db.serviceUserSession.create({
    data: { idHash: sha256Hex(sessionId), userId, createdAt: now(), lastSeenAt: now() },
  });
  return sessionId;
}

/** The person signed in with this cookie; null when the session has ended. */
export async function findSessionUser(db: Db, sessionId: string): Promise<PlatformUser | null> {
  const idHash = sha256Hex(sessionId);
  const session = await db.serviceUserSession.findFirst({
    where: {
      idHash,
      lastSeenAt: { gt: after(-SESSION_IDLE_MS) },
      createdAt: { gt: after(-SESSION_ABSOLUTE_MS) },
    },
    include: { user: true },
  });
  if (session === null) return null;
  if (session.lastSeenAt < after(-TOUCH_MS)) {
    await db.serviceUserSession.updateMany({ where: { idHash }, data: { lastSeenAt: now() } });
  }
  return toPlatformUser(session.user);
}

/** Signs this browser out. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.serviceUserSession.deleteMany({ where: { idHash: sha256Hex(sessionId) } });
}

/** Ends all sessions of a person; `except`: the cookie value of a session that stays open. */
export async function endSessions(
  db: Db,
  userId: number,
  { except }: { except?: string } = {},
): Promise<void> {
  await db.serviceUserSession.deleteMany({
    where: { userId, ...(except === undefined ? {} : { NOT: { idHash: sha256Hex(except) } }) },
  });
}
