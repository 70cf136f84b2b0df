/**
 * The invited person's side (docs/service "States of an invitation"): only invitations to the address of the signed-in account exist here.
 * Each decision is one statement that checks and writes (accepting also tells the inviter); repeating it changes nothing.
 */
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, PrismaClient } from "#lib/db/client.ts";
import type { UserRecord } from "#lib/service/contract/records.ts";
import type { WebhookData } from "#lib/service/contract/webhooks.ts";
import { toProjectInvitationRecord } from "../invitations/record.ts";
import { toUserOfProject, toUserRecord } from "../users/record.ts";
import { emitEvent } from "../webhooks/emit.ts";
import type { PlatformUser } from "./sessions.ts";

/** All invitations to the person's address, newest first, without those of rehearsals. */
export async function listInvitations(db: PrismaClient, user: PlatformUser) {
  const rows = await db.serviceInvitation.findMany({
    where: { address: user.email, application: { isRehearsal: false } },
    include: {
      cloud: { select: { name: true } },
      project: { select: { id: true, name: true } },
      application: { select: { name: true } },
    },
    orderBy: { updatedAt: "desc" },
  });
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    cloudId: row.cloudId,
    cloudName: row.cloud.name,
    /** null: to the whole Cloud. */
    project: row.project,
    inviterName: row.application.name,
    /** 100 administrator, 50 user, in a project also 25 guest. */
    role: row.role,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }));
}

export type PersonInvitation = Awaited<ReturnType<typeof listInvitations>>[number];

/** The application that invited the person; null when there were none or several. */
export async function findInvitingApplication(db: Db, user: PlatformUser): Promise<string | null> {
  const rows = await db.serviceApplication.findMany({
    where: { isRehearsal: false, sent: { some: { address: user.email } } },
    select: { name: true },
    take: 2,
  });
  return rows.length === 1 ? (rows[0]?.name ?? null) : null;
}

/**
 * Accepts a pending or declined invitation: the person becomes a member of its Cloud or project, with the invitation's role, unless already
 * a member. This also answers other invitations of the same address to the same Cloud or project. Repeating is harmless; it does not
 * restore a person who was removed later.
 * @throws AppError NOT_FOUND when the invitation was withdrawn, belongs to another address, or was accepted and the membership has ended.
 */
export async function acceptInvitation(
  db: PrismaClient,
  user: PlatformUser,
  invitationId: number,
): Promise<{ cloudId: number }> {
  const [answered] = await db.$transaction((tx) => answerAll(tx, user, invitationId));
  const cloudId = answered?.cloud_id ?? (await findJoined(db, user, invitationId));
  if (cloudId === undefined) throw notFound(say("This invitation"));
  return { cloudId };
}

type AnsweredRow = {
  id: number;
  cloud_id: number;
  project_id: number | null;
  application_id: number;
  email: string;
  redirect_uri: string;
  role: number;
};

/**
 * Answers all open invitations of the person to the same Cloud or project, makes the person a member, and tells the inviting applications.
 */
async function answerAll(db: Db, user: PlatformUser, invitationId: number): Promise<AnsweredRow[]> {
  // One answer of a person at a time: two answers that lock the same rows in different orders would deadlock.
  await db.$queryRaw`SELECT id FROM service_user WHERE id = ${user.id} FOR NO KEY UPDATE`;
  const rows = await db.$queryRaw<AnsweredRow[]>`
    WITH chosen AS (
      SELECT id, cloud_id, project_id, project_key, role FROM service_invitation
      WHERE id = ${invitationId} AND address = ${user.email} AND state IN ('P', 'D')
      FOR UPDATE
    ), answered AS (
      UPDATE service_invitation i
      SET state = 'A', token_hash = NULL, token_expires = NULL, updated_at = now()
      FROM chosen WHERE i.cloud_id = chosen.cloud_id AND i.project_key = chosen.project_key
        AND i.address = ${user.email} AND i.state IN ('P', 'D')
      RETURNING i.id, i.cloud_id, i.project_id, i.application_id, i.email, i.redirect_uri, i.role
    ), joined AS (
      INSERT INTO service_member (cloud_id, user_id, role)
      SELECT cloud_id, ${user.id}, role FROM chosen WHERE project_id IS NULL
      ON CONFLICT (cloud_id, user_id) DO NOTHING
    ), joined_project AS (
      INSERT INTO service_project_member (id, project_id, user_id, role)
      SELECT id, project_id, ${user.id}, role FROM chosen WHERE project_id IS NOT NULL
      ON CONFLICT (project_id, user_id) DO NOTHING
    )
    SELECT * FROM answered ORDER BY id`;
  for (const row of rows) await tellInviter(db, user, row);
  return rows;
}

async function tellInviter(db: Db, user: PlatformUser, row: AnsweredRow): Promise<void> {
  const makeData = async (): Promise<WebhookData<"project.invitation.accepted">> => ({
    ...toProjectInvitationRecord({ ...row, redirectUri: row.redirect_uri }),
    user: await describeMember(db, user.id, row),
  });
  await emitEvent(db, row.cloud_id, "project.invitation.accepted", makeData, row.application_id);
}

async function describeMember(db: Db, userId: number, row: AnsweredRow): Promise<UserRecord> {
  const { cloud_id: cloudId, project_id: projectId } = row;
  const include = { user: true };
  if (projectId === null) {
    const where = { cloudId_userId: { cloudId, userId } };
    return toUserRecord(await db.serviceMember.findUniqueOrThrow({ where, include }));
  }
  const where = { projectId_userId: { projectId, userId } };
  return toUserOfProject(await db.serviceProjectMember.findUniqueOrThrow({ where, include }));
}

/** The Cloud that the person joined with this invitation, and is still in, or in the project of it. */
async function findJoined(
  db: PrismaClient,
  user: PlatformUser,
  invitationId: number,
): Promise<number | undefined> {
  const row = await db.serviceInvitation.findFirst({
    where: {
      id: invitationId,
      address: user.email,
      state: "A",
      OR: [
        { projectId: null, cloud: { members: { some: { userId: user.id } } } },
        { project: { members: { some: { userId: user.id } } } },
      ],
    },
    select: { cloudId: true },
  });
  return row?.cloudId;
}

/**
 * Declines a pending invitation, which may still be accepted later. Its link stops working. Repeating is harmless.
 * @throws AppError NOT_FOUND when the invitation was withdrawn or accepted, or belongs to another address.
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
  if (count === 0) throw notFound(say("This invitation"));
}
