/**
 * The invitation mail: one sentence, one button, a plain-text twin (docs/service "Invitation"). Written to the outbox together with
 * its delivery job, inside the transaction that saves the invitation.
 */
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { composeMail } from "#lib/mail/message.ts";
import { writeOutbox } from "#lib/mail/outbox.ts";
import { ROLE_ADMINISTRATOR } from "#lib/service/contract/records.ts";

export type InvitationMail = {
  address: string;
  cloudName: string;
  /** The application that invites. */
  inviterName: string;
  role: number;
  /** What the button opens. */
  url: string;
};

/** Queues the mail; returns the outbox id. */
export async function queueInvitationMail(db: Db, invitation: InvitationMail): Promise<string> {
  const { address, cloudName, inviterName, url } = invitation;
  const role = invitation.role === ROLE_ADMINISTRATOR ? "an administrator" : "a user";
  const mail = composeMail(address, {
    subject: `Invitation to the Cloud ${cloudName}`,
    heading: `You are invited to ${cloudName}`,
    paragraphs: [`${inviterName} invites you to work in the Cloud “${cloudName}” as ${role}.`],
    button: { label: "Open the invitation", url },
    footnote: `The invitation is for ${address} and waits until you accept or decline it. If you did not expect it, you can ignore this mail.`,
  });
  const outboxId = await writeOutbox(db, mail);
  await addJob(db, "mail.deliver", { outboxId });
  return outboxId;
}
