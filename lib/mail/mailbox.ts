/**
 * The built-in mailbox: without SMTP_URL emails are put here, so that every plan can be rehearsed. It contains whole emails with their
 * links, so they are only shown to people who may act for the addressee.
 */
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { Db } from "#lib/db/client.ts";
import type { OutboxEntry } from "./outbox.ts";
import type { Sender } from "./sender.ts";

/** Puts an email into the mailbox; the same Message-ID is not added twice. */
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
      topic: mail.topic,
      at: now(),
    },
    skipDuplicates: true,
  });
}

/** When the newest email about a topic arrived, by recipient in lower case. */
export async function listNewestArrivals(db: Db, topic: string): Promise<Map<string, Date>> {
  const rows = await db.mailboxMessage.groupBy({ by: ["recipient"], where: { topic }, _max: { at: true } });
  return new Map(
    rows.flatMap(({ recipient, _max: { at } }) => (at === null ? [] : [[recipient.toLowerCase(), at]])),
  );
}

const PAGE_SIZE_MAX = 200;

/**
 * Emails newest first, without their bodies; `before` is the id of the last email of the previous page. Emails that open an account are
 * included only `withStaff`: anyone who reads their links can take over the account.
 */
export async function listMailbox(
  db: Db,
  filter: { recipient?: string; before?: string; take?: number; withStaff?: boolean } = {},
) {
  return db.mailboxMessage.findMany({
    where: {
      ...(filter.withStaff === true ? {} : { isForStaff: false }),
      ...(filter.recipient === undefined ? {} : { recipient: filter.recipient }),
      ...(filter.before === undefined ? {} : { id: { lt: filter.before } }),
    },
    orderBy: { id: "desc" },
    take: Math.min(filter.take ?? 50, PAGE_SIZE_MAX),
    omit: { text: true, html: true, topic: true },
  });
}

/** Deletes all emails to an address, in any spelling. */
export async function forgetMailsTo(db: Db, address: string): Promise<void> {
  await db.mailboxMessage.deleteMany({ where: { recipient: { equals: address, mode: "insensitive" } } });
}

/** One complete email, marked as seen; null when it does not exist, or is for staff without `withStaff`. */
export async function openMailboxMessage(db: Db, id: string, options: { withStaff?: boolean } = {}) {
  const mine = { id, ...(options.withStaff === true ? {} : { isForStaff: false }) };
  await db.mailboxMessage.updateMany({ where: { ...mine, seenAt: null }, data: { seenAt: now() } });
  return db.mailboxMessage.findFirst({ where: mine });
}
