/**
 * The built-in mailbox: without SMTP_URL mails are put here, so that every plan can be rehearsed. It holds whole mails with their
 * links, so only those who may act for the addressee are shown them.
 */
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { Db } from "#lib/db/client.ts";
import type { OutboxEntry } from "./outbox.ts";
import type { Sender } from "./sender.ts";

export type MailboxEntry = {
  id: string;
  messageId: string;
  recipient: string;
  sender: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
  seenAt: Date | null;
  /** Its link opens an account that exists: for administrators only. */
  isForStaff: boolean;
};

export type MailboxSummary = Omit<MailboxEntry, "text" | "html">;

/** Puts a mail into the mailbox; the same Message-ID again is the same mail. */
export async function putInMailbox(db: Db, sender: Sender, mail: OutboxEntry): Promise<void> {
  await db.mailboxMessage.createMany({
    data: {
      id: newId(),
      messageId: mail.messageId,
      recipient: mail.recipient,
      sender: sender.name === "" ? sender.address : `${sender.name} <${sender.address}>`,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      isForStaff: mail.isForStaff,
      at: now(),
    },
    skipDuplicates: true,
  });
}

const PAGE_SIZE_MAX = 200;

/**
 * Mails newest first, without their bodies; `before` is the id of the last one of the page before. Those that open an account only
 * `withStaff`: who reads their links becomes its owner.
 */
export async function listMailbox(
  db: Db,
  filter: { recipient?: string; before?: string; take?: number; withStaff?: boolean } = {},
): Promise<MailboxSummary[]> {
  return db.mailboxMessage.findMany({
    where: {
      ...(filter.withStaff === true ? {} : { isForStaff: false }),
      ...(filter.recipient === undefined ? {} : { recipient: filter.recipient }),
      ...(filter.before === undefined ? {} : { id: { lt: filter.before } }),
    },
    orderBy: { id: "desc" },
    take: Math.min(filter.take ?? 50, PAGE_SIZE_MAX),
    omit: { text: true, html: true },
  });
}

/** Forgets every mail to an address, however it was spelled. */
export async function forgetMailsTo(db: Db, address: string): Promise<void> {
  await db.mailboxMessage.deleteMany({ where: { recipient: { equals: address, mode: "insensitive" } } });
}

/** One whole mail, marked as seen; null when it is not there, or is for staff without `withStaff`. */
export async function openMailboxMessage(
  db: Db,
  id: string,
  options: { withStaff?: boolean } = {},
): Promise<MailboxEntry | null> {
  const mine = { id, ...(options.withStaff === true ? {} : { isForStaff: false }) };
  await db.mailboxMessage.updateMany({ where: { ...mine, seenAt: null }, data: { seenAt: now() } });
  return db.mailboxMessage.findFirst({ where: mine });
}
