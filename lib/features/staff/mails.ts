/**
 * Mails with a link that opens an account of staff. Each is written to the outbox together with its delivery job, inside the transaction
 * that makes the link; links come from the configured origin, never from a request. In the built-in mailbox only administrators see them.
 * They are in English for everybody: which language the person reads is not known.
 */
import { getEnv } from "#lib/core/env.ts";
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { composeMail, type MailContent } from "#lib/mail/message.ts";
import { writeOutbox } from "#lib/mail/outbox.ts";
import { ROLE_WORDS, STAFF_INVITATION_DAYS, type Role } from "./schema.ts";

/** Asks a person to become staff; returns the outbox id. */
export async function queueStaffInvitationMail(
  tx: Db,
  invitation: { email: string; role: Role; inviterName: string; token: string },
): Promise<string> {
  const { label, hint } = ROLE_WORDS[invitation.role];
  return queue(tx, invitation.email, {
    subject: `${invitation.inviterName} invites you to Portico`,
    heading: "An account of Portico waits for you",
    paragraphs: [
      `${invitation.inviterName} invites you to the staff of this Portico as ${label.toLowerCase()}. ${hint}`,
    ],
    button: { label: "Set up the account", url: link("join", invitation.token) },
    footnote: `The link is for ${invitation.email}, works once, and for ${String(STAFF_INVITATION_DAYS)} days. If you did not expect it, you can ignore this mail.`,
  });
}

/** Lets a person set a new password; returns the outbox id. */
export async function queueResetMail(
  tx: Db,
  reset: { email: string; token: string; hours: number; askedBy: string | null },
): Promise<string> {
  const who = reset.askedBy ?? "Somebody, probably you,";
  return queue(tx, reset.email, {
    subject: "Set a new password for Portico",
    heading: "Set a new password",
    paragraphs: [
      `${who} asked for a new password for the account ${reset.email}. The present one works until you set another. A second factor stays as it is.`,
    ],
    button: { label: "Set a new password", url: link("new-password", reset.token) },
    footnote: `The link works once, and for ${reset.hours === 1 ? "an hour" : `${String(reset.hours)} hours`}. If you did not ask for it, you can ignore this mail.`,
  });
}

function link(place: "join" | "new-password", token: string): string {
  return `${getEnv().origin}/${place}/enter?token=${token}`;
}

async function queue(tx: Db, recipient: string, content: MailContent): Promise<string> {
  const outboxId = await writeOutbox(tx, composeMail(recipient, content), { isForStaff: true });
  await addJob(tx, "mail.deliver", { outboxId });
  return outboxId;
}
