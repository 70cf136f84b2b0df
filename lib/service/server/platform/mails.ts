/**
 * Mails to people about their accounts on the platform. Each is written to the outbox together with its delivery job, inside the
 * transaction of what it tells; links come from the configured origin, never from a request. In English for everybody: which language
 * the person reads is not known.
 */
import { getEnv } from "#lib/core/env.ts";
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { composeMail, type MailContent } from "#lib/mail/message.ts";
import { writeOutbox } from "#lib/mail/outbox.ts";

const platformUrl = (path: string): string => `${getEnv().origin}/platform/${path}`;

/** Lets a person set a new password. `askedBy`: the name of the member of staff who has the link sent, or null for the person. */
export async function queueResetMail(
  tx: Db,
  reset: { email: string; token: string; hours: number; askedBy: string | null },
): Promise<void> {
  const who = reset.askedBy ?? "Somebody, probably you,";
  await queue(
    tx,
    reset.email,
    {
      subject: "Set a new password",
      heading: "Set a new password",
      paragraphs: [
        `${who} asked for a new password for ${reset.email}, the account with which you open your Clouds. The present password works until you set another. A second factor stays as it is.`,
      ],
      button: { label: "Set a new password", url: platformUrl(`new-password/enter?token=${reset.token}`) },
      footnote: `The link works once, and for ${reset.hours === 1 ? "an hour" : `${String(reset.hours)} hours`}. If you did not ask for it, you can ignore this mail.`,
    },
    { opensAccount: true },
  );
}

/** What happened to an account that its owner should hear of by mail, too. */
export type AccountChange = "password" | "second-factor-on" | "second-factor-off";

const CHANGES: Record<AccountChange, { heading: string; text: string }> = {
  password: {
    heading: "Your password was changed",
    text: "a new password was set, and every session of the account ended",
  },
  "second-factor-on": {
    heading: "Your account has a second factor",
    text: "a second factor was set up: signing in asks for a code of an authenticator app from now on",
  },
  "second-factor-off": {
    heading: "Your second factor was removed",
    text: "the second factor was removed: the password alone opens the account now",
  },
};

/** Tells the owner of an account that it was changed. */
export async function queueChangeMail(tx: Db, email: string, change: AccountChange): Promise<void> {
  const { heading, text } = CHANGES[change];
  await queue(tx, email, {
    subject: heading,
    heading,
    paragraphs: [`For ${email}, the account with which you open your Clouds, ${text}.`],
    button: { label: "Set another password", url: platformUrl("forgotten") },
    footnote: "If that was you, there is nothing to do. If it was not, set another password now.",
  });
}

/** The answer to somebody who asked for the link of an invitation and has an account, but no invitation that waits. */
export async function queueNothingWaitsMail(tx: Db, email: string): Promise<void> {
  await queue(tx, email, {
    subject: "No invitation waits for you",
    heading: "No invitation waits for you",
    paragraphs: [
      `Somebody, probably you, asked for the link of an invitation to ${email}. No invitation waits for an answer. You have an account: sign in with its password, or set a new one there if you forgot it.`,
    ],
    button: { label: "Sign in", url: platformUrl("sign-in") },
    footnote: "If you did not ask for it, you can ignore this mail.",
  });
}

async function queue(
  tx: Db,
  recipient: string,
  content: MailContent,
  { opensAccount = false } = {},
): Promise<void> {
  const outboxId = await writeOutbox(tx, composeMail(recipient, content), { isForStaff: opensAccount });
  await addJob(tx, "mail.deliver", { outboxId });
}
