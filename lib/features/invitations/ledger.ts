/** The parts of the ledger of invitations, and what each means in the database. Pure. */
import type { InvitationModel, InvitationState, Prisma } from "#lib/db/client.ts";
import { after } from "#lib/core/clock.ts";
import { msg, t } from "#lib/core/texts.ts";
import { STATE_WORDS, stateWords } from "./evidence.ts";
import { AGING_MS } from "./policy.ts";

/**
 * SENT, MAIL_SEEN and LISTED are WAITING with growing evidence: each waiting row is in one of the three. AGING: those that have waited for
 * long.
 */
export type LedgerPart = InvitationState | keyof typeof WAITING_WORDS;

const PART_WORDS = { ...STATE_WORDS, GONE: msg("Declined, withdrawn or removed") };

/** Parts of the waiting rows: the first three add up to them. */
const WAITING_WORDS = {
  SENT: msg("Sent"),
  MAIL_SEEN: msg("Email seen"),
  LISTED: msg("Still open at the service"),
  AGING: msg("Over 7 days"),
};

/** Counts by part, of all rows that match Cloud, person and search; the parts overlap. */
export type PartFigures = { counts: Partial<Record<LedgerPart, number>>; total: number };

export type WordedPart = { part: LedgerPart; words: string };

/** Every part with its words, in display order; `within`: its subdivisions. */
export function listParts(): (WordedPart & { within: WordedPart[] })[] {
  return tellParts(PART_WORDS).map((each) => ({
    ...each,
    within: each.part === "WAITING" ? tellParts(WAITING_WORDS) : [],
  }));
}

function tellParts(words: Partial<Record<LedgerPart, string>>): WordedPart[] {
  return partsOf(words).map((part) => ({ part, words: t(words[part] ?? "") }));
}

function partsOf(words: Partial<Record<LedgerPart, string>>): LedgerPart[] {
  return Object.keys(words) as LedgerPart[];
}

/** The part named in an address, if there is one. */
export function readPart(value: unknown): LedgerPart | undefined {
  return partsOf({ ...PART_WORDS, ...WAITING_WORDS }).find((part) => part === value);
}

const WAITING = { state: "WAITING" } as const;

/** Which rows belong to a part. */
export function whereOfPart(part: LedgerPart) {
  switch (part) {
    case "AGING":
      return { ...WAITING, stateSince: { lt: after(-AGING_MS) } };
    case "SENT":
      return { ...WAITING, listedAt: null, mailSeenAt: null };
    case "MAIL_SEEN":
      return { ...WAITING, listedAt: null, mailSeenAt: { not: null } };
    case "LISTED":
      return { ...WAITING, listedAt: { not: null } };
    default:
      return { state: part };
  }
}

/** The same for invitations into projects, of which no email is followed. */
export function whereOfProjectPart(part: LedgerPart): Prisma.ProjectInvitationWhereInput {
  if (part === "MAIL_SEEN") return { id: { in: [] } };
  return part === "SENT" ? { ...WAITING, listedAt: null } : whereOfPart(part);
}

/** The figures of a ledger by the counts of its states. `sent`, `seen`: of the waiting rows that no list has. */
export function toFigures(
  groups: readonly { state: InvitationState; count: number }[],
  { aging, sent, seen }: { aging: number; sent: number; seen: number },
): PartFigures {
  const counts = Object.fromEntries(groups.map(({ state, count }) => [state, count]));
  const listed = (counts["WAITING"] ?? 0) - sent - seen;
  return {
    counts: Object.assign(counts, { AGING: aging, SENT: sent, MAIL_SEEN: seen, LISTED: listed }),
    total: groups.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The words for a row's state; for waiting rows, by the evidence. */
export function rowWords(
  row: Pick<InvitationModel, "state" | "listedAt" | "mailSeenAt" | "joinedAt">,
): string {
  if (row.state !== "WAITING" || row.listedAt !== null) return stateWords(row);
  return row.mailSeenAt === null ? t("Sent") : t("Email seen");
}
