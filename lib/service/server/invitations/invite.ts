/**
 * Saves an invitation and queues its email in one transaction: the invitation exists even when no mail server is reachable, and no email is
 * queued for an invitation that was not saved. Rehearsals queue no email.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { Db, PrismaClient, ServiceApplicationModel } from "#lib/db/client.ts";
import { WireError } from "../http/errors.ts";
import type { InvitationRequest } from "./input.ts";
import { buttonUrl, newLinkToken, type LinkToken } from "./link.ts";
import { queueInvitationMail } from "./mail.ts";
import type { InvitationRow } from "./record.ts";

export type InvitingPlace = {
  cloud: { id: number; name: string };
  /** null: to the Cloud itself. */
  project: { id: number; name: string } | null;
};

/**
 * Invites an address. Inviting it again keeps the record, with the latest input, a new link and another email. A person who declined or was
 * removed is pending again.
 * @throws WireError 400 `already_exists` for a current member of the Cloud or project.
 */
export async function invite(
  input: InvitationRequest,
  place: InvitingPlace,
  inviter: ServiceApplicationModel,
  db: PrismaClient,
): Promise<InvitationRow> {
  return db.$transaction(async (tx) => {
    // The person's answers lock the same row first, so none can come between check and write.
    await tx.$queryRaw`SELECT id FROM service_user WHERE email = ${input.address} FOR NO KEY UPDATE`;
    await refuseMember(tx, place, input.address);
    const link = newLinkToken();
    const row = await saveInvitation(tx, input, { ...place, inviter }, link);
    if (inviter.isRehearsal) return row;
    await queueInvitationMail(tx, {
      address: input.recipient,
      cloudName: place.cloud.name,
      cloudNumber: place.cloud.id,
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
  { cloud, project, inviter }: InvitingPlace & { inviter: ServiceApplicationModel },
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
