/**
 * Emails with a link that opens an account of staff. Each is written to the outbox together with its delivery job, in the transaction that
 * makes the link; links use the configured origin, never a request's. In the built-in mailbox only administrators see them. They are in the
 * language of the request that causes them: mostly the reader's own, otherwise a colleague's.
 */
import { getEnv } from "#lib/core/env.ts";
import { currentLanguage, t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { composeMail, type MailContent } from "#lib/mail/message.ts";
import { writeOutbox } from "#lib/mail/outbox.ts";
import { ROLE_WORDS, STAFF_INVITATION_DAYS, type Role } from "./schema.ts";

/** Invites a person to become staff; returns the outbox id. */
export async function queueStaffInvitationMail(
  tx: Db,
  invitation: { email: string; role: Role; inviterName: string; token: string },
): Promise<string> {
  const { email, role, inviterName: name } = invitation;
  return queue(tx, email, {
    subject: t("{name} invites you to Portico", { name }),
    heading: t("Set up your account"),
    paragraphs: [
      t(
        "{name} invites you as {role, select, VIEWER {viewer} OPERATOR {operator} other {administrator}}. {hint}",
        { name, role, hint: t(ROLE_WORDS[role].hint) },
      ),
    ],
    button: { label: t("Set up your account"), url: link("join", invitation.token) },
    footnote: t(
      "The link is for {email}, works once, and for {days, plural, one {# day} other {# days}}. If you did not expect this email, you can ignore it.",
      { email, days: STAFF_INVITATION_DAYS },
    ),
  });
}

/** Sends the link for setting a new password; returns the outbox id. */
export async function queueResetMail(
  tx: Db,
  reset: { email: string; token: string; hours: number; askedBy: string | null },
): Promise<string> {
  const { email, hours, askedBy: name } = reset;
  return queue(tx, email, {
    subject: t("Set a new password for Portico"),
    heading: t("Set a new password"),
    paragraphs: [
      name === null
        ? t("Somebody, probably you, asked for a new password for the account {email}.", { email })
        : t("{name} asked for a new password for the account {email}.", { name, email }),
      t("The current password works until you set a new one. A second factor stays the same."),
    ],
    button: { label: t("Set a new password"), url: link("new-password", reset.token) },
    footnote: t(
      "The link works once, within {hours, plural, one {one hour} other {# hours}}. If you did not ask for a new password, you can ignore this email.",
      { hours },
    ),
  });
}

function link(place: "join" | "new-password", token: string): string {
  return `${getEnv().origin}/${place}/enter?token=${token}`;
}

async function queue(tx: Db, recipient: string, content: MailContent): Promise<string> {
  const outboxId = await writeOutbox(tx, composeMail(recipient, content, currentLanguage()), {
    isForStaff: true,
  });
  await addJob(tx, "mail.deliver", { outboxId });
  return outboxId;
}
