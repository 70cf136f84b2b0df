import { msg } from "#lib/core/texts.ts";
import { TOPIC_TITLES } from "./titles.ts";
import type { Topic } from "./topic.ts";

export const MAILBOX_TOPIC: Topic = {
  id: "mailbox",
  title: TOPIC_TITLES.mailbox,
  paragraphs: [
    msg(
      "Without a mail server, the emails of the built-in service arrive in the Mailbox, in the menu. They reach nobody outside.",
    ),
    msg(
      "Open an email and press its button to see what the invited person sees. That page belongs to the platform, which has separate accounts.",
    ),
    msg(
      "Emails of a live service never arrive here: that service sends them itself. With SMTP_URL set, the Mailbox disappears and emails are delivered.",
    ),
  ],
  points: [],
  links: [],
};
