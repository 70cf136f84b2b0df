/**
 * Emails with a link that opens an account of staff. Each is written to the outbox together with its delivery job, in the transaction that
 * makes the link; links use the configured origin, never a request's. In the built-in mailbox only administrators see them. They are in the
 * language of the request that causes them: mostly the reader's own, otherwise a colleague's.
 */
import { getEnv } from "#lib/core/env.ts";
import { currentLanguage, t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { composeMail, type MailContent } from "#lib/mail/message.ts";
import { queueMail } from "#lib/mail/outbox.ts";
import { resetMail, type PasswordReset } from "#lib/mail/reset-mail.ts";
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
export async function queueResetMail(tx: Db, reset: PasswordReset): Promise<string> {
  const url = link("new-password", reset.token);
  return queue(tx, reset.email, resetMail(reset, t("Set a new password for Portico"), url));
}

function link(place: "join" | "new-password", token: string): string {
  return `${getEnv().origin}/${place}/enter?token=${token}`;
}

function queue(tx: Db, recipient: string, content: MailContent): Promise<string> {
  return queueMail(tx, composeMail(recipient, content, currentLanguage()), { isForStaff: true });
}
