/** Staff and their invitations, for the page of administrators. Never a hash, a token or a secret. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { isLive } from "#lib/auth/staff-session.ts";
import { now } from "#lib/core/clock.ts";
import { getDb, type OutboxMailModel, type StaffRole } from "#lib/db/client.ts";

const LISTED_MAX = 500;

/** Everybody with an account: live accounts first, by name. @throws AppError FORBIDDEN */
export async function listStaff(actor: Actor) {
  requirePermission(actor, "staff:manage");
  const db = getDb();
  const [people, seen, rules] = await Promise.all([
    db.staff.findMany({
      orderBy: [{ disabledAt: { sort: "desc", nulls: "first" } }, { name: "asc" }, { id: "asc" }],
      take: LISTED_MAX,
      select: {
        id: true,
        name: true,
        email: true,
        role: true,
        disabledAt: true,
        totpSince: true,
        passwordHash: true,
        identity: { select: { staffId: true } },
        _count: {
          select: {
            sessions: { where: isLive() },
            tokens: { where: { revokedAt: null, expiresAt: { gt: now() } } },
          },
        },
      },
    }),
    db.staffSession.groupBy({ by: ["staffId"], _max: { lastSeenAt: true } }),
    listSecondFactorRoles(actor),
  ]);
  const lastSeen = new Map(seen.map((row) => [row.staffId, row._max.lastSeenAt]));
  const administrators = people.filter((p) => p.role === "ADMINISTRATOR" && p.disabledAt === null);
  return people.map((person) => ({
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    isSelf: person.id === actor.staffId,
    /** The only administrator left: neither role nor account can be removed. */
    isLastAdministrator: administrators.length === 1 && administrators[0]?.id === person.id,
    disabledAt: person.disabledAt?.toISOString() ?? null,
    /** null: has never signed in. */
    lastSeenAt: lastSeen.get(person.id)?.toISOString() ?? null,
    /** "missing": the role requires one. "provider": the identity provider manages it. */
    secondFactor: secondFactorOf(person, rules),
    /** "none": the identity was removed and not replaced yet. */
    signsIn: signsInWith(person),
    liveSessions: person._count.sessions,
    liveTokens: person._count.tokens,
  }));
}

export type StaffView = Awaited<ReturnType<typeof listStaff>>[number];

type Account = {
  identity: object | null;
  passwordHash: string | null;
  totpSince: Date | null;
  role: StaffRole;
};

function signsInWith({ identity, passwordHash }: Account): "password" | "provider" | "none" {
  if (identity !== null) return "provider";
  return passwordHash === null ? "none" : "password";
}

function secondFactorOf(
  { identity, totpSince, role }: Account,
  rules: readonly StaffRole[],
): "on" | "off" | "missing" | "provider" {
  if (identity !== null) return "provider";
  if (totpSince !== null) return "on";
  return rules.includes(role) ? "missing" : "off";
}

/** Roles whose people must have a second factor. @throws AppError FORBIDDEN */
export async function listSecondFactorRoles(actor: Actor): Promise<StaffRole[]> {
  requirePermission(actor, "staff:manage");
  return (await getDb().secondFactorRule.findMany({ select: { role: true } })).map(({ role }) => role);
}

/** Invitations that are pending or whose link has expired, newest first. @throws AppError FORBIDDEN */
export async function listStaffInvitations(actor: Actor) {
  requirePermission(actor, "staff:manage");
  const rows = await getDb().staffInvitation.findMany({
    where: { openKey: { not: null } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: LISTED_MAX,
  });
  const mails = await getDb().outboxMail.findMany({
    where: { id: { in: rows.map(({ outboxId }) => outboxId) } },
    select: { id: true, deliveredAt: true, failedAt: true, lastError: true },
  });
  const mailOf = new Map(mails.map((mail) => [mail.id, mail]));
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    invitedByName: row.invitedByName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isExpired: row.expiresAt.getTime() <= now().getTime(),
    mailsAsked: row.mailsAsked,
    /** The state of the last email. */
    mail: mailState(mailOf.get(row.outboxId)),
  }));
}

export type StaffInvitationView = Awaited<ReturnType<typeof listStaffInvitations>>[number];

function mailState(mail: Pick<OutboxMailModel, "deliveredAt" | "failedAt" | "lastError"> | undefined): {
  state: "delivered" | "waiting" | "failed";
  reason: string | null;
} {
  if (mail === undefined) return { state: "waiting", reason: null };
  if (mail.deliveredAt !== null) return { state: "delivered", reason: null };
  return { state: mail.failedAt === null ? "waiting" : "failed", reason: mail.lastError };
}
