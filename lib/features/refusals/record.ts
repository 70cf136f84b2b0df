/**
 * Records who was refused, from where, and why: sign-ins, proofs, tokens, and missing permissions. Equal refusals within a quarter of an
 * hour are one row with a count; the first, tenth, hundredth … go to the log and the audit. However many strangers try, a quarter of an
 * hour adds at most the rows below. Must not fail the request it records, and never stores a password or token.
 */
import { createHmac } from "node:crypto";
import { parseAddress } from "#lib/core/address.ts";
import { after, now } from "#lib/core/clock.ts";
import { deriveKey } from "#lib/core/crypto-box.ts";
import { newReference, sha256Hex } from "#lib/core/ids.ts";
import { log } from "#lib/core/log/logger.ts";
import { networkKeys } from "#lib/core/network/network-key.ts";
import { getDb, type RefusalKind, type RefusalModel, inTransaction } from "#lib/db/client.ts";
import { recordAudit, type AuditActor } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { AT_SIGN_IN, NOT_SIGNED_IN, PROGRAM } from "#lib/audit/strangers.ts";

const QUARTER_MS = 15 * 60_000;
const KEPT_MS = 7 * 24 * 3_600_000;
/** Rows per quarter of an hour: for one account, and for all unknown accounts. Further refusals are counted in one more row. */
export const ROWS_MAX = { account: 20, unknown: 100 } as const;
const WORD_LENGTH_MAX = 200;

export type Refused = {
  kind: RefusalKind;
  /** Who acts, if proven; null otherwise. */
  actor: Pick<AuditActor, "staffId" | "name" | "requestId"> | null;
  /** The account that was tried: its id, or a typed name. Absent where it is the actor's, or there is none. */
  account?: { staffId: string } | { typed: string };
  /** Address of the client. */
  networkAddress: string;
  /** What was refused: the name of an action, a route, a permission, a way to sign in. */
  place: string;
  /** In a word or two, in English. */
  reason: string;
};

/** What is counted in one row. */
type Row = Pick<RefusalModel, "kind" | "staffId" | "unknown" | "network" | "place" | "reason">;

/** How the audit records each kind, and who it names where nobody is proven. */
const AUDITED: Record<RefusalKind, { action: AuditAction; stranger: string }> = {
  SIGN_IN: { action: "staff.sign-in", stranger: AT_SIGN_IN },
  CONFIRMATION: { action: "staff.confirm", stranger: AT_SIGN_IN },
  TOKEN: { action: "token.use", stranger: PROGRAM },
  ACCESS: { action: "access.ask", stranger: NOT_SIGNED_IN },
};

/** Counts and records a refusal. Never throws: the refusal itself was decided before. */
export async function recordRefusal(refused: Refused): Promise<void> {
  try {
    const row = await toRow(refused);
    const quarter = new Date(Math.floor(now().getTime() / QUARTER_MS) * QUARTER_MS);
    const counted = (await isFull(row, quarter)) ? withoutDetails(row) : row;
    const tries = await count(counted, quarter);
    if (!/^10*$/.test(String(tries))) return;
    await writeDown(refused, counted, tries, quarter);
    if (tries === 1) await getDb().refusal.deleteMany({ where: { quarter: { lt: after(-KEPT_MS) } } });
  } catch (thrown) {
    log.error("a refusal was not written down", thrown);
  }
}

async function toRow({ kind, actor, account, networkAddress, place, reason }: Refused): Promise<Row> {
  const network = networkKeys(networkAddress).near.slice(0, WORD_LENGTH_MAX);
  const row = {
    kind,
    network,
    place: place.slice(0, WORD_LENGTH_MAX),
    reason: reason.slice(0, WORD_LENGTH_MAX),
  };
  if (account === undefined || "staffId" in account)
    return { ...row, staffId: account?.staffId ?? actor?.staffId ?? null, unknown: null };
  const parsed = parseAddress(account.typed);
  const email = parsed.ok ? parsed.key : account.typed.trim().toLowerCase();
  // Both are computed for known and unknown accounts alike, so that the response time reveals nothing.
  const unknown = createHmac("sha256", deriveKey("refused-accounts"))
    .update(email)
    .digest("hex")
    .slice(0, 16);
  const staff = await getDb().staff.findUnique({ where: { email }, select: { id: true } });
  return { ...row, staffId: staff?.id ?? null, unknown: staff === null ? unknown : null };
}

/** Whether the quarter of an hour already has its maximum of rows, and none matches. */
async function isFull(row: Row, quarter: Date): Promise<boolean> {
  const db = getDb();
  const { kind, staffId } = row;
  if ((await db.refusal.count({ where: { quarter, key: keyOf(row) } })) > 0) return false;
  const rows = await db.refusal.count({ where: { quarter, kind, staffId } });
  return rows >= (staffId === null ? ROWS_MAX.unknown : ROWS_MAX.account);
}

/** The row that counts refusals beyond that maximum, without what distinguishes them. */
function withoutDetails({ kind, staffId }: Row): Row {
  return { kind, staffId, unknown: null, network: "", place: "", reason: "many others" };
}

/** Counts one more; returns how many it is. */
async function count(row: Row, quarter: Date): Promise<number> {
  const key = keyOf(row);
  const { tries } = await getDb().refusal.upsert({
    where: { quarter_key: { quarter, key } },
    create: { ...row, quarter, key, tries: 1, lastAt: now() },
    update: { tries: { increment: 1 }, lastAt: now() },
    select: { tries: true },
  });
  return tries;
}

function keyOf(row: Row): string {
  return sha256Hex(JSON.stringify([row.kind, row.staffId, row.unknown, row.network, row.place, row.reason]));
}

async function writeDown({ actor }: Refused, row: Row, tries: number, quarter: Date): Promise<void> {
  const { kind, staffId, unknown, network, place, reason } = row;
  const { action, stranger } = AUDITED[kind];
  const who = actor ?? { staffId: null, name: stranger, requestId: newReference() };
  log.warn("refused", {
    kind: kind.toLowerCase(),
    account: staffId ?? (unknown === null ? null : `unknown ${unknown}`),
    actor: actor?.staffId ?? null,
    network,
    place,
    reason,
    tries,
    requestId: who.requestId,
  });
  await inTransaction(async (tx) => {
    const staff =
      staffId === null
        ? null
        : await tx.staff.findUnique({ where: { id: staffId }, select: { email: true } });
    await recordAudit(tx, {
      actor: who,
      action,
      ...(staffId === null
        ? { objectType: "network", objectId: network === "" ? "many" : network }
        : { objectType: "staff", objectId: staffId }),
      after: {
        ...(kind === "ACCESS" && place !== "" ? { name: place } : {}),
        ...(staff === null ? {} : { email: staff.email }),
        ...(unknown === null ? {} : { account: `unknown ${unknown}` }),
        network,
        place,
        reason,
        tries,
        since: quarter.toISOString(),
      },
      outcome: "REFUSED",
    });
  });
}
