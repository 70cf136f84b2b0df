/**
 * The invitation mail: one sentence, one button, a plain-text twin (docs/service "Invitation"). Written to the outbox together with
 * its delivery job, inside the transaction that saves the invitation.
 */
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { composeMail } from "#lib/mail/message.ts";
import { writeOutbox } from "#lib/mail/outbox.ts";
import { ROLE_ADMINISTRATOR, ROLE_GUEST } from "#lib/service/contract/records.ts";

export type InvitationMail = {
  address: string;
  cloudName: string;
  /** null: into the whole cloud. */
  projectName: string | null;
  /** The application that invites. */
  inviterName: string;
  role: number;
  /** What the button opens. */
  url: string;
};

const ROLE_WORDS: ReadonlyMap<number, string> = new Map([
  [ROLE_ADMINISTRATOR, "an administrator"],
  [ROLE_GUEST, "a guest"],
]);

/** Queues the mail; returns the outbox id. */
export async function queueInvitationMail(db: Db, invitation: InvitationMail): Promise<string> {
  const { address, cloudName, projectName, inviterName, url } = invitation;
  const role = ROLE_WORDS.get(invitation.role) ?? "a user";
  const place =
    projectName === null
      ? `in the Cloud “${cloudName}”`
      : `on the project “${projectName}” (Cloud “${cloudName}”)`;
  const mail = composeMail(address, {
    subject:
      projectName === null
        ? `Invitation to the Cloud ${cloudName}`
        : `Invitation to the project ${projectName}`,
    heading: `You are invited to ${projectName ?? cloudName}`,
    paragraphs: [`${inviterName} invites you to work ${place} as ${role}.`],
    button: { label: "Open the invitation", url },
    footnote: `The invitation is for ${address} and waits until you accept or decline it. If you did not expect it, you can ignore this mail.`,
  });
  const outboxId = await writeOutbox(db, mail);
  await addJob(db, "mail.deliver", { outboxId });
  return outboxId;
}
