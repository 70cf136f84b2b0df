/**
 * The outbox: an email is recorded in the transaction that it reports on and delivered by a job afterwards, so neither can exist without
 * the other. Bodies are encrypted while they wait, because their links prove an address.
 */
import { openSecret, sealSecret } from "#lib/core/crypto-box.ts";
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { redact } from "#lib/core/log/redact.ts";
import type { Db, OutboxMailModel } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import type { Mail } from "./message.ts";
import { getSender } from "./sender.ts";

export type OutboxEntry = Mail &
  Pick<OutboxMailModel, "id" | "messageId" | "createdAt" | "attempts" | "isForStaff" | "topic">;

/** The topic of emails that invite into a Cloud. @param cloud the Cloud's number at the service */
export const cloudInvitationTopic = (cloud: number): string => `cloud/${String(cloud)}/invitation`;

const REASON_LENGTH_MAX = 500;

const bodyContext = (id: string): string => `outbox-mail:${id}`;

/**
 * Records the email and its delivery; returns the outbox id. The Message-ID is fixed here, so that an email sent twice is recognised as a duplicate.
 * `isForStaff`: its link opens an existing account, of staff or of a person on the platform. `topic`: what the email is about, for programs.
 */
export async function queueMail(
  db: Db,
  mail: Mail,
  options: { isForStaff?: boolean; topic?: string } = {},
): Promise<string> {
  const id = newId();
  const domain = getSender().address.replace(/^.*@/, "");
  const body = JSON.stringify({ text: mail.text, html: mail.html });
  await db.outboxMail.create({
    data: {
      id,
      messageId: `<${id}@${domain}>`,
      recipient: mail.recipient,
      subject: mail.subject,
      isForStaff: options.isForStaff ?? false,
      topic: options.topic ?? "",
      bodyCipher: sealSecret(body, bodyContext(id)),
      createdAt: now(),
    },
  });
  await addJob(db, "mail.deliver", { outboxId: id });
  return id;
}

/** An email that still waits for delivery; null when it was delivered, has failed for good, or does not exist. */
export async function findWaitingMail(db: Db, id: string): Promise<OutboxEntry | null> {
  const row = await db.outboxMail.findUnique({ where: { id, deliveredAt: null, failedAt: null } });
  if (row === null || row.bodyCipher === null) return null;
  const body = JSON.parse(openSecret(row.bodyCipher, bodyContext(id))) as { text: string; html: string };
  const { messageId, recipient, subject, createdAt, attempts, isForStaff, topic } = row;
  return { id, messageId, recipient, subject, createdAt, attempts, isForStaff, topic, ...body };
}

/** Records a delivery and deletes the body with its link. */
export async function recordDelivered(db: Db, id: string): Promise<void> {
  await db.outboxMail.updateMany({
    where: { id, deliveredAt: null },
    data: { deliveredAt: now(), attempts: { increment: 1 }, lastError: null, bodyCipher: null },
  });
}

/** Records a failure; `final` when there are no more automatic tries. The reason is stored for people, redacted. */
export async function recordFailed(db: Db, id: string, reason: string, final: boolean): Promise<void> {
  await db.outboxMail.updateMany({
    where: { id, deliveredAt: null },
    data: {
      attempts: { increment: 1 },
      lastError: redact(reason, REASON_LENGTH_MAX),
      ...(final ? { failedAt: now() } : {}),
    },
  });
}

const UNDELIVERED_MAX = 200;

/** Emails that wait or have failed for good, newest first, without their bodies. */
export async function listUndeliveredMail(db: Db) {
  const rows = await db.outboxMail.findMany({
    where: { deliveredAt: null },
    orderBy: { createdAt: "desc" },
    take: UNDELIVERED_MAX,
    omit: { bodyCipher: true },
  });
  return rows.map(({ id, recipient, subject, createdAt, attempts, lastError, failedAt }) => ({
    id,
    recipient,
    subject,
    createdAt,
    attempts,
    lastError,
    /** True when there are no more automatic tries. */
    givenUp: failedAt !== null,
  }));
}
