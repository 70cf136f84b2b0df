/**
 * Emails to people about their accounts on the platform. Each is written to the outbox together with its delivery job, inside the
 * transaction that it reports on; links use the configured origin, never a request's. The language is that of the causing request: the
 * reader's own, or that of the member of staff who has a link sent.
 */
import { getEnv } from "#lib/core/env.ts";
import { currentLanguage, msg, t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { composeMail, type MailContent } from "#lib/mail/message.ts";
import { queueMail } from "#lib/mail/outbox.ts";
import { resetMail, type PasswordReset } from "#lib/mail/reset-mail.ts";

const platformUrl = (path: string): string => `${getEnv().origin}/platform/${path}`;

/** Sends the link for setting a new password. */
export async function queueResetMail(tx: Db, reset: PasswordReset): Promise<void> {
  const url = platformUrl(`new-password/enter?token=${reset.token}`);
  await queue(tx, reset.email, resetMail(reset, t("Set a new password"), url), true);
}

/** Changes of an account that an email reports to its owner. */
const CHANGES = {
  password: {
    heading: msg("Your password was changed"),
    text: msg("A new password was set for the account {email}, and every session of the account ended."),
  },
  "second-factor-on": {
    heading: msg("Your account has a second factor"),
    text: msg(
      "A second factor was set up for the account {email}. Signing in now also needs a code of an authenticator app.",
    ),
  },
  "second-factor-off": {
    heading: msg("Your second factor was removed"),
    text: msg(
      "The second factor of the account {email} was removed. The password alone now opens the account.",
    ),
  },
};

/** Tells the owner of an account that it was changed. */
export async function queueChangeMail(tx: Db, email: string, change: keyof typeof CHANGES): Promise<void> {
  const { heading, text } = CHANGES[change];
  await queue(tx, email, {
    subject: t(heading),
    heading: t(heading),
    paragraphs: [t(text, { email })],
    button: { label: t("Set another password"), url: platformUrl("forgotten") },
    footnote: t("If you did this, there is nothing to do. Otherwise set another password now."),
  });
}

/** The answer to a person who requested an invitation link and has an account, but no pending invitation. */
export async function queueNothingWaitsMail(tx: Db, email: string): Promise<void> {
  await queue(tx, email, {
    subject: t("You have no pending invitation"),
    heading: t("You have no pending invitation"),
    paragraphs: [
      t("Somebody, probably you, asked for the link of an invitation to {email}. No invitation is pending.", {
        email,
      }),
      t("You already have an account: sign in with its password, or set a new password if you forgot it."),
    ],
    button: { label: t("Sign in"), url: platformUrl("sign-in") },
    footnote: t("If you did not ask for a link, you can ignore this email."),
  });
}

async function queue(tx: Db, recipient: string, content: MailContent, isForStaff = false): Promise<void> {
  await queueMail(tx, composeMail(recipient, content, currentLanguage()), { isForStaff });
}
