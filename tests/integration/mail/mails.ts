/** What these tests send. */
import { composeMail } from "#lib/mail/message.ts";
import type { OutboxEntry } from "#lib/mail/outbox.ts";

export const SENDER = { name: "Portico", address: "portico@example.org" };

export function mailTo(recipient: string, subject = "Invitation"): OutboxEntry {
  const content = {
    subject,
    heading: "You are invited",
    paragraphs: ["Somebody invites you."],
    button: { label: "Open", url: "https://portico.example.org/platform/cloud/1" },
    footnote: "Until you answer.",
  };
  const fixed = { id: "1", messageId: "<1@example.org>", createdAt: new Date(0), attempts: 0 };
  return { ...composeMail(recipient, content), ...fixed, isForStaff: false, topic: "" };
}
