/**
 * The invited person's side (wire-facts.md: states P pending, A accepted, D declined): only invitations to the address of the signed-in
 * account exist here. Each decision is one statement that checks and writes; doing it twice changes nothing.
 */
import { notFound } from "#lib/core/errors.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import type { PlatformUser } from "./sessions.ts";

export type PersonInvitation = {
  id: number;
  state: "P" | "A" | "D";
  cloudId: number;
  cloudName: string;
  inviterName: string;
  /** 100 administrator, 50 user. */
  role: number;
  createdAt: Date;
  updatedAt: Date;
};

/** Every invitation to the person's address, newest first. */
export async function listInvitations(db: PrismaClient, user: PlatformUser): Promise<PersonInvitation[]> {
  const rows = await db.serviceInvitation.findMany({
    where: { address: user.email },
    include: { cloud: { select: { name: true } }, application: { select: { name: true } } },
    orderBy: { updatedAt: "desc" },
  });
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    cloudId: row.cloudId,
    cloudName: row.cloud.name,
    inviterName: row.application.name,
    role: row.role,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }));
}

/**
 * Accepts a pending or declined invitation: the person is a member from now on, with the role of the invitation unless already one.
 * Other invitations of the same address to the same cloud are answered by it. Repeating is harmless; a person who was taken out of the
 * cloud later is not brought back by it.
 * @throws AppError NOT_FOUND when it is withdrawn, another address's, or was accepted and the membership has ended.
 */
export async function acceptInvitation(
  db: PrismaClient,
  user: PlatformUser,
  invitationId: number,
): Promise<{ cloudId: number }> {
  const rows = await db.$queryRaw<{ cloud_id: number }[]>`
    WITH chosen AS (
      SELECT cloud_id, role FROM service_invitation
      WHERE id = ${invitationId} AND address = ${user.email} AND state IN ('P', 'D')
      FOR UPDATE
    ), answered AS (
      UPDATE service_invitation i
      SET state = 'A', token_hash = NULL, token_expires = NULL, updated_at = now()
      FROM chosen WHERE i.cloud_id = chosen.cloud_id AND i.address = ${user.email}
      RETURNING i.id
    )
    INSERT INTO service_member (cloud_id, user_id, role)
    SELECT cloud_id, ${user.id}, role FROM chosen WHERE EXISTS (SELECT 1 FROM answered)
    ON CONFLICT (cloud_id, user_id) DO UPDATE SET role = service_member.role
    RETURNING cloud_id`;
  const joined = rows[0] ?? (await findJoined(db, user, invitationId));
  if (joined === null) throw notFound("This invitation");
  return { cloudId: joined.cloud_id };
}

async function findJoined(
  db: PrismaClient,
  user: PlatformUser,
  invitationId: number,
): Promise<{ cloud_id: number } | null> {
  const row = await db.serviceInvitation.findFirst({
    where: {
      id: invitationId,
      address: user.email,
      state: "A",
      cloud: { members: { some: { userId: user.id } } },
    },
    select: { cloudId: true },
  });
  return row === null ? null : { cloud_id: row.cloudId };
}

/**
 * Declines a pending invitation; it may still be accepted later. Its link ends. Repeating is harmless.
 * @throws AppError NOT_FOUND when it is withdrawn, accepted, or another address's.
 */
export async function declineInvitation(
  db: PrismaClient,
  user: PlatformUser,
  invitationId: number,
): Promise<void> {
  const { count } = await db.serviceInvitation.updateMany({
    where: { id: invitationId, address: user.email, state: { in: ["P", "D"] } },
    data: { state: "D", tokenHash: null, tokenExpires: null },
  });
  if (count === 0) throw notFound("This invitation");
}
