/** The email with a link for a new password, the same for staff and for people on the platform. */
import { t } from "#lib/core/texts.ts";
import type { MailContent } from "./message.ts";

/** `askedBy`: the name of whoever had the link sent; null: the person did. */
export type PasswordReset = { email: string; token: string; hours: number; askedBy: string | null };

/** @param url the link, which opens the account */
export function resetMail(
  { email, hours, askedBy: name }: PasswordReset,
  subject: string,
  url: string,
): MailContent {
  return {
    subject,
    heading: t("Set a new password"),
    paragraphs: [
      name === null
        ? t("Somebody, probably you, asked for a new password for the account {email}.", { email })
        : t("{name} asked for a new password for the account {email}.", { name, email }),
      t("The current password works until you set a new one. A second factor stays the same."),
    ],
    button: { label: t("Set a new password"), url },
    footnote: t(
      "The link works once, within {hours, plural, one {one hour} other {# hours}}. If you did not ask for a new password, you can ignore this email.",
      { hours },
    ),
  };
}
