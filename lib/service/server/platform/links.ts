/**
 * Opening an invitation link, and asking for a fresh one (docs/decisions/0011-invitation-links.md). Opening changes nothing, however
 * often and by whomever it is done: mail scanners open links too. Asking tells nobody whether an address was invited.
 */
import { setTimeout as wait } from "node:timers/promises";
import { parseAddress } from "#lib/core/address.ts";
import { now } from "#lib/core/clock.ts";
import { validation } from "#lib/core/errors.ts";
import { told } from "#lib/core/kept-texts.ts";
import type { Db, PrismaClient } from "#lib/db/client.ts";
import { countTry, MAIL_DELAY } from "#lib/db/try-counter.ts";
import {
  buttonUrl,
  hashLinkToken,
  isLinkToken,
  newLinkToken,
  platformCloudUrl,
} from "../invitations/link.ts";
import { queueInvitationMail } from "../invitations/mail.ts";

const FRESH_LINK = {
  purpose: "platform-fresh-link",
  windowMs: 60 * 60_000,
  perPairMax: 5,
  perNetworkMax: 30,
  accountDelay: MAIL_DELAY,
};

export type OpenedLink = {
  invitationId: number;
  cloudId: number;
  cloudName: string;
  inviterName: string;
  /** The address that the link proves, normalised. */
  address: string;
  /** 100 administrator, 50 user. */
  role: number;
  /** False: the person signs up; true: the person signs in. */
  hasAccount: boolean;
  expiresAt: Date;
};

/** What a link is for; null when it is not valid (any more): never was, expired, replaced, withdrawn, answered. */
export async function openInvitationLink(db: Db, token: string): Promise<OpenedLink | null> {
  if (!isLinkToken(token)) return null;
  const row = await db.serviceInvitation.findFirst({
    where: { tokenHash: hashLinkToken(token), tokenExpires: { gt: now() }, state: "P" },
    include: { cloud: { select: { name: true } }, application: { select: { name: true } } },
  });
  if (row === null || row.tokenExpires === null) return null;
  const account = await db.serviceUser.findUnique({ where: { email: row.address }, select: { id: true } });
  return {
    invitationId: row.id,
    cloudId: row.cloudId,
    cloudName: row.cloud.name,
    inviterName: row.application.name,
    address: row.address,
    role: row.role,
    hasAccount: account !== null,
    expiresAt: row.tokenExpires,
  };
}

/** So long takes every request for a link, so that its time tells nothing. */
const ANSWER_MS = 400;

/**
 * Sends a fresh link to the address when it has an invitation that waits; says the same when it has none. The old link ends.
 * @throws AppError VALIDATION for what is no address, RATE_LIMITED after too many.
 */
export async function requestFreshLink(
  db: PrismaClient,
  input: { email: string; networkAddress: string; cloudId?: number },
): Promise<void> {
  const parsed = parseAddress(input.email);
  if (!parsed.ok) throw validation({ email: [told(parsed.reason)] });
  await countTry(db, FRESH_LINK, { address: parsed.key, networkAddress: input.networkAddress });
  await Promise.all([sendFreshLink(db, parsed.key, input.cloudId), wait(ANSWER_MS)]);
}

async function sendFreshLink(db: PrismaClient, address: string, cloudId: number | undefined): Promise<void> {
  await db.$transaction(async (tx) => {
    const row = await tx.serviceInvitation.findFirst({
      where: { address, state: "P", ...(cloudId === undefined ? {} : { cloudId }) },
      include: { cloud: { select: { name: true } }, application: { select: { name: true } } },
      orderBy: { updatedAt: "desc" },
    });
    if (row === null) return;
    const { token, ...link } = newLinkToken();
    const { count } = await tx.serviceInvitation.updateMany({
      where: { id: row.id, state: "P" },
      data: link,
    });
    if (count === 0) return;
    const recipient = parseAddress(row.email);
    await queueInvitationMail(tx, {
      address: recipient.ok ? recipient.email : address,
      cloudName: row.cloud.name,
      inviterName: row.application.name,
      role: row.role,
      url: buttonUrl(platformCloudUrl(row.cloudId), token),
    });
  });
}
