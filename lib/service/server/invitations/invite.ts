/**
 * Saving an invitation and queueing its mail, as one transaction: the invitation stands even when no mail server can be reached, and a
 * mail is never queued for an invitation that was not saved. Rehearsals queue none.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { Db, PrismaClient } from "#lib/db/client.ts";
import type { InvitationRecord } from "#lib/service/contract/records.ts";
import { WireError } from "../http/errors.ts";
import type { InvitationRequest } from "./input.ts";
import { buttonUrl, newLinkToken } from "./link.ts";
import { queueInvitationMail } from "./mail.ts";
import { toInvitationRecord } from "./record.ts";

export type InvitingPlace = {
  cloud: { id: number; name: string };
  application: { id: number; name: string; isRehearsal: boolean };
};

/**
 * Invites one address, or again: the same record then, with what was asked last, a new link and another mail. Somebody who declined or
 * was removed is pending again.
 * @throws WireError 400 `already_exists` for a current member.
 */
export async function invite(
  input: InvitationRequest,
  place: InvitingPlace,
  db: PrismaClient,
): Promise<InvitationRecord> {
  return db.$transaction(async (tx) => {
    // Answers of the person lock the same row first, so none comes between the question and the writing.
    await tx.$queryRaw`SELECT id FROM service_user WHERE email = ${input.address} FOR NO KEY UPDATE`;
    await refuseMember(tx, place.cloud.id, input.address);
    const { token, ...link } = newLinkToken();
    const { email, address, redirectUri, role } = input;
    const key = { cloudId: place.cloud.id, applicationId: place.application.id, address };
    const content = { email, redirectUri, role, state: "P" as const, ...link };
    const row = await tx.serviceInvitation.upsert({
      where: { cloudId_applicationId_address: key },
      create: { ...key, ...content },
      update: content,
    });
    if (place.application.isRehearsal) return toInvitationRecord(row);
    await queueInvitationMail(tx, {
      address: input.recipient,
      cloudName: place.cloud.name,
      inviterName: place.application.name,
      role,
      url: buttonUrl(redirectUri, token),
    });
    return toInvitationRecord(row);
  });
}

async function refuseMember(db: Db, cloudId: number, address: string): Promise<void> {
  const member = await db.serviceMember.findFirst({
    where: { cloudId, user: { email: address } },
    select: { userId: true },
  });
  if (member === null) return;
  throw new WireError(400, { already_exists: kept("This user is already a member of this cloud.") });
}
