/** The parts of the ledger of invitations, and what each means in the database. Pure. */
import type { InvitationModel, InvitationState, Prisma } from "#lib/db/client.ts";
import { after } from "#lib/core/clock.ts";
import { msg, t } from "#lib/core/texts.ts";
import { stateWords } from "./evidence.ts";
import { AGING_MS } from "./policy.ts";

/**
 * SENT, MAIL_SEEN and LISTED are WAITING with growing evidence: each waiting row is in one of the three. AGING: those that have waited for
 * long.
 */
export type LedgerPart = InvitationState | "SENT" | "MAIL_SEEN" | "LISTED" | "AGING";

const PART_WORDS: readonly (readonly [LedgerPart, string])[] = [
  ["WAITING", msg("Waiting")],
  ["JOINED", msg("Joined")],
  ["GONE", msg("Declined, withdrawn or removed")],
  ["CANCELLED", msg("Withdrawn")],
  ["REFUSED", msg("Refused")],
  ["UNKNOWN", msg("Unknown")],
  ["PREPARED", msg("Prepared")],
  ["SENDING", msg("Sending")],
  ["NOT_SENT", msg("Not sent")],
];

/** Parts of the waiting rows: the first three add up to them. */
const WAITING_WORDS: readonly (readonly [LedgerPart, string])[] = [
  ["SENT", msg("Sent")],
  ["MAIL_SEEN", msg("Email seen")],
  ["LISTED", msg("Still open at the service")],
  ["AGING", msg("Over 7 days")],
];

/** Counts by part, of all rows that match Cloud, person and search; the parts overlap. */
export type PartFigures = { counts: Partial<Record<LedgerPart, number>>; total: number };

export type WordedPart = { part: LedgerPart; words: string };

/** Every part with its words, in display order; `within`: its subdivisions. */
export function listParts(): (WordedPart & { within: WordedPart[] })[] {
  const tell = ([part, words]: readonly [LedgerPart, string]): WordedPart => ({ part, words: t(words) });
  return PART_WORDS.map((each) => ({
    ...tell(each),
    within: each[0] === "WAITING" ? WAITING_WORDS.map(tell) : [],
  }));
}

/** The part named in an address, if there is one. */
export function readPart(value: unknown): LedgerPart | undefined {
  return [...PART_WORDS, ...WAITING_WORDS].find(([part]) => part === value)?.[0];
}

/** Which rows belong to a part. */
export function whereOfPart(part: LedgerPart): Prisma.InvitationWhereInput {
  switch (part) {
    case "AGING":
      return { state: "WAITING", stateSince: { lt: after(-AGING_MS) } };
    case "SENT":
      return { state: "WAITING", listedAt: null, mailSeenAt: null };
    case "MAIL_SEEN":
      return { state: "WAITING", listedAt: null, mailSeenAt: { not: null } };
    case "LISTED":
      return { state: "WAITING", listedAt: { not: null } };
    case "WAITING":
      return { state: "WAITING" };
    default:
      return { state: part };
  }
}

/** The same for invitations into projects, of which no email is followed. */
export function whereOfProjectPart(part: LedgerPart): Prisma.ProjectInvitationWhereInput {
  switch (part) {
    case "AGING":
      return { state: "WAITING", stateSince: { lt: after(-AGING_MS) } };
    case "SENT":
      return { state: "WAITING", listedAt: null };
    case "MAIL_SEEN":
      return { id: { in: [] } };
    case "LISTED":
      return { state: "WAITING", listedAt: { not: null } };
    default:
      return { state: part };
  }
}

/** The words for a row's state; for waiting rows, by the evidence. */
export function rowWords(
  row: Pick<InvitationModel, "state" | "listedAt" | "mailSeenAt" | "joinedAt">,
): string {
  if (row.state !== "WAITING" || row.listedAt !== null) return stateWords(row);
  return row.mailSeenAt === null ? t("Sent") : t("Email seen");
}
