/**
 * Saving an invitation and queueing its mail, as one transaction: the invitation stands even when no mail server can be reached, and a
 * mail is never queued for an invitation that was not saved. Rehearsals queue none.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { Db, PrismaClient } from "#lib/db/client.ts";
import { WireError } from "../http/errors.ts";
import type { CallTo } from "../http/route.ts";
import type { InvitationRequest } from "./input.ts";
import { buttonUrl, newLinkToken, type LinkToken } from "./link.ts";
import { queueInvitationMail } from "./mail.ts";
import type { InvitationRow } from "./record.ts";

export type InvitingPlace = {
  cloud: { id: number; name: string };
  /** null: into the cloud itself. */
  project: { id: number; name: string } | null;
};

/** The application that invites. */
export type Inviter = { id: number; name: string; isRehearsal: boolean; redirectRules: string[] };

export function readInviter({
  application,
  db,
}: Pick<CallTo<unknown>, "application" | "db">): Promise<Inviter> {
  return db.serviceApplication.findUniqueOrThrow({
    where: { id: application.id },
    select: { id: true, name: true, isRehearsal: true, redirectRules: true },
  });
}

/**
 * Invites one address, or again: the same record then, with what was asked last, a new link and another mail. Somebody who declined or
 * was removed is pending again.
 * @throws WireError 400 `already_exists` for a current member of the place.
 */
export async function invite(
  input: InvitationRequest,
  place: InvitingPlace,
  inviter: Inviter,
  db: PrismaClient,
): Promise<InvitationRow> {
  return db.$transaction(async (tx) => {
    // Answers of the person lock the same row first, so none comes between the question and the writing.
    await tx.$queryRaw`SELECT id FROM service_user WHERE email = ${input.address} FOR NO KEY UPDATE`;
    await refuseMember(tx, place, input.address);
    const link = newLinkToken();
    const row = await saveInvitation(tx, input, { ...place, inviter }, link);
    if (inviter.isRehearsal) return row;
    await queueInvitationMail(tx, {
      address: input.recipient,
      cloudName: place.cloud.name,
      projectName: place.project?.name ?? null,
      inviterName: inviter.name,
      role: input.role,
      url: buttonUrl(input.redirectUri, link.token),
    });
    return row;
  });
}

function saveInvitation(
  db: Db,
  { email, address, redirectUri, role }: InvitationRequest,
  { cloud, project, inviter }: InvitingPlace & { inviter: Inviter },
  { tokenHash, tokenExpires }: LinkToken,
): Promise<InvitationRow> {
  const projectKey = project?.id ?? 0;
  const key = { cloudId: cloud.id, applicationId: inviter.id, address, projectKey };
  const content = { email, redirectUri, role, state: "P" as const, tokenHash, tokenExpires };
  return db.serviceInvitation.upsert({
    where: { cloudId_applicationId_address_projectKey: key },
    create: { ...key, projectId: project?.id ?? null, ...content },
    update: content,
  });
}

async function refuseMember(db: Db, { cloud, project }: InvitingPlace, address: string): Promise<void> {
  const user = { email: address };
  const members =
    project === null
      ? await db.serviceMember.count({ where: { cloudId: cloud.id, user } })
      : await db.serviceProjectMember.count({ where: { projectId: project.id, user } });
  if (members === 0) return;
  throw new WireError(400, {
    already_exists:
      project === null
        ? kept("This user is already a member of this cloud.")
        : kept("This user is already a member of this project."),
  });
}
