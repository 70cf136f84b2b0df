/**
 * Opening an invitation link, and requesting a new one (docs/decisions/0011-invitation-links.md). Opening changes nothing, however often it
 * is done and by whom, since mail scanners open links too. A request reveals to nobody whether an address was invited.
 */
import { setTimeout as wait } from "node:timers/promises";
import { parseAddress } from "#lib/core/address.ts";
import { now } from "#lib/core/clock.ts";
import { validation } from "#lib/core/errors.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { MAIL_LIMITS } from "#lib/db/account-tries.ts";
import type { Db, Prisma, PrismaClient } from "#lib/db/client.ts";
import { countTry } from "#lib/db/try-counter.ts";
import { buttonUrl, hashLinkToken, LINK_TOKEN, newLinkToken, platformUrl } from "../invitations/link.ts";
import { queueInvitationMail } from "../invitations/mail.ts";
import { queueNothingWaitsMail } from "./mails.ts";

const FRESH_LINK = { purpose: "platform-fresh-link", ...MAIL_LIMITS };

const WITH_NAMES = {
  cloud: { select: { name: true } },
  project: { select: { name: true } },
  application: { select: { name: true } },
} satisfies Prisma.ServiceInvitationInclude;

/** What a link is for; null when the link is not valid: unknown, expired, replaced, withdrawn or answered. */
export async function openInvitationLink(db: Db, token: string) {
  if (!LINK_TOKEN.test(token)) return null;
  const row = await db.serviceInvitation.findFirst({
    where: { tokenHash: hashLinkToken(token), tokenExpires: { gt: now() }, state: "P" },
    include: WITH_NAMES,
  });
  if (row === null || row.tokenExpires === null) return null;
  const account = await db.serviceUser.findUnique({ where: { email: row.address }, select: { id: true } });
  return {
    invitationId: row.id,
    cloudId: row.cloudId,
    /** Name of the Cloud or of the project that the invitation is to. */
    name: row.project?.name ?? row.cloud.name,
    inviterName: row.application.name,
    /** The address that the link proves, normalised. */
    address: row.address,
    /** 100 administrator, 50 user, in a project also 25 guest. */
    role: row.role,
    /** False: the person signs up; true: the person signs in. */
    hasAccount: account !== null,
    expiresAt: row.tokenExpires,
  };
}

export type OpenedLink = NonNullable<Awaited<ReturnType<typeof openInvitationLink>>>;

/** Every request for a link takes this long, so that the time reveals nothing. */
const ANSWER_MS = 400;

/**
 * Sends a new link to an address with a pending invitation; the old link stops working. An account without a pending invitation gets an
 * email that says so. The answer here is the same for every address.
 * @throws AppError VALIDATION for an invalid address, RATE_LIMITED after too many requests.
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

/** The pending invitation to that Cloud, else the newest one; not those of rehearsals. */
async function findWaiting(tx: Db, address: string, cloudId: number | undefined) {
  const rows = await tx.serviceInvitation.findMany({
    where: { address, state: "P", application: { isRehearsal: false } },
    include: WITH_NAMES,
    orderBy: { updatedAt: "desc" },
  });
  return rows.find((row) => row.cloudId === cloudId) ?? rows[0] ?? null;
}

async function sendFreshLink(db: PrismaClient, address: string, cloudId: number | undefined): Promise<void> {
  await db.$transaction(async (tx) => {
    const row = await findWaiting(tx, address, cloudId);
    if (row === null) {
      const account = await tx.serviceUser.findUnique({ where: { email: address }, select: { email: true } });
      if (account !== null) await queueNothingWaitsMail(tx, account.email);
      return;
    }
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
      cloudNumber: row.cloudId,
      projectName: row.project?.name ?? null,
      inviterName: row.application.name,
      role: row.role,
      url: buttonUrl(platformUrl(row.cloudId, row.projectId), token),
    });
  });
}
