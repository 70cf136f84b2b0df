/**
 * Delivers one email of the outbox, to the mail server or the built-in mailbox. May run twice and may die at any point: the Message-ID
 * stays the same, so a repeated email is recognised as a duplicate. A failure is not an error of the job but a recorded state with its
 * reason, and the job of the next try; six tries extend over 24 hours.
 */
import { after, now } from "#lib/core/clock.ts";
import { getEnv } from "#lib/core/env.ts";
import { log } from "#lib/core/log/logger.ts";
import { SIX_TRIES_WAITS_MS } from "#lib/core/network/retry-waits.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { putInMailbox } from "./mailbox.ts";
import { findWaitingMail, recordDelivered, recordFailed } from "./outbox.ts";
import { getSender } from "./sender.ts";
import { checkSmtp, findMailServer, sendBySmtp, type MailServer } from "./smtp.ts";

/** Tries once to deliver. Reasons from mail servers are stored in the outbox row, redacted. */
export async function deliverMail(outboxId: string, db: PrismaClient): Promise<void> {
  const mail = await findWaitingMail(db, outboxId);
  if (mail === null) return;
  const sender = getSender();
  const server = findMailServer(getEnv());
  if (server === null) {
    await db.$transaction(async (tx) => {
      await putInMailbox(tx, sender, mail);
      await recordDelivered(tx, outboxId);
    });
    return;
  }
  const result = await sendBySmtp(server, sender, mail);
  if (result.ok) {
    await recordDelivered(db, outboxId);
    return;
  }
  const waitMs = result.final ? undefined : SIX_TRIES_WAITS_MS[mail.attempts];
  await recordFailed(db, outboxId, result.reason, waitMs === undefined);
  log.warn("a mail was not delivered", { outboxId, reason: result.reason, final: waitMs === undefined });
  if (waitMs !== undefined) await addJob(db, "mail.deliver", { outboxId }, { runAt: after(waitMs) });
}

type MailState = { kind: "mailbox" | "smtp"; trouble: string | null };

/** Anyone may call the health address; not every call may cause a connection to the mail server. */
const CHECK_KEPT_MS = 30_000;
const TROUBLE = "the mail server does not take mail now; the log has the cause";

let checked: { url: string; atMs: number; state: Promise<MailState> } | null = null;

/**
 * Whether emails can be sent, for the health page; the mail server is asked at most every 30 s. The reason is a fixed sentence: the words
 * of the mail server or the system only go to the log.
 */
export function checkMail(): Promise<MailState> {
  const server = findMailServer(getEnv());
  if (server === null) return Promise.resolve({ kind: "mailbox", trouble: null });
  const atMs = now().getTime();
  const ageMs = checked?.url === server.url ? atMs - checked.atMs : -1;
  if (checked === null || ageMs < 0 || ageMs >= CHECK_KEPT_MS) {
    checked = { url: server.url, atMs, state: askMailServer(server) };
  }
  return checked.state;
}

async function askMailServer(server: MailServer): Promise<MailState> {
  const reason = await checkSmtp(server);
  if (reason === null) return { kind: "smtp", trouble: null };
  log.warn("the mail server cannot be used", { reason });
  return { kind: "smtp", trouble: TROUBLE };
}
