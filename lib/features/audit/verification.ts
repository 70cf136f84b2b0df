/**
 * Recomputes the audit's chain from the last anchor (or the first row) to the newest row, and names the first row that was changed or is
 * not sealed with the installation's secret. Given heads that were stored elsewhere, it also finds rows cut from the end. Reads in batches;
 * never writes.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { getDb, type AuditAnchorModel, type AuditModel, type Db, inTransaction } from "#lib/db/client.ts";
import { auditSeals, CHAIN_START, chainHash } from "#lib/audit/chain.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { writeHead, type AuditHead } from "./heads.ts";

const BATCH = 1000;

export type AuditVerdict =
  | {
      ok: true;
      rows: number;
      /** The number after which the rows begin; "0": no row was ever cut. */
      cutTo: string;
      /** Rows up to this number have no MAC of the current secret; a later row with a MAC covers them. Absent: all rows have one. */
      sealedTo?: string;
      /** The newest verified row, to be stored elsewhere: `<number>:<hash>:<MAC>`. Absent: there are no rows. */
      head?: string;
      /** How many of the given heads match, and how many are older than the rows still kept. Absent: no heads were given. */
      heads?: { fitting: number; older: number };
    }
  /** The first row that was changed, or the number that is missing. */
  | { ok: false; seq: string; reason: string };

export type VerificationStep = { checked: number; total: number; verdict: AuditVerdict | null };

/**
 * Reports its progress after each batch; the last step carries the result.
 * @param heads heads of this audit that were stored elsewhere
 */
export async function* iterateVerification(
  db: Db = getDb(),
  heads: readonly AuditHead[] = [],
): AsyncGenerator<VerificationStep> {
  const anchor = await db.auditAnchor.findFirst({ orderBy: { seq: "desc" } });
  const walk = createWalk(anchor, heads);
  const start = anchor?.seq ?? 0n;
  const newest = await db.audit.findFirst({ orderBy: { seq: "desc" }, select: { seq: true } });
  const total = Number((newest?.seq ?? start) - start);
  const step = (verdict: AuditVerdict | null): VerificationStep => {
    const checked = Number(walk.seq() - start);
    return { checked, total: Math.max(total, checked), verdict };
  };
  for (;;) {
    const rows = await db.audit.findMany({
      where: { seq: { gt: walk.seq() } },
      orderBy: { seq: "asc" },
      take: BATCH,
    });
    for (const row of rows) {
      if (row.seq !== walk.seq() + 1n && (await isCutSince(db, start))) {
        yield* iterateVerification(db, heads);
        return;
      }
      const fault = walk.take(row);
      if (fault !== null) {
        yield step(fault);
        return;
      }
    }
    if (rows.length < BATCH) {
      yield step(walk.end());
      return;
    }
    yield step(null);
  }
}

/** Takes the rows in order, starting at the anchor. */
function createWalk(anchor: AuditAnchorModel | null, heads: readonly AuditHead[]) {
  const start = anchor?.seq ?? 0n;
  const seals = auditSeals();
  const expected = Map.groupBy(heads, ({ seq }) => seq);
  const older = heads.filter(({ seq }) => seq <= start).length;
  let last: Pick<AuditModel, "seq" | "hash" | "mac"> = {
    seq: start,
    hash: anchor?.hash ?? CHAIN_START,
    mac: null,
  };
  /** The first row since the last seal that has no MAC of this installation. */
  let unsealed: bigint | null = null;
  let sealedTo: bigint | null = null;
  let isCutTold = anchor === null;
  const broken = (seq: bigint, reason: string): AuditVerdict => ({ ok: false, seq: seq.toString(), reason });
  /** Takes the next row; null when the row is unchanged. */
  const take = (row: AuditModel): AuditVerdict | null => {
    if (row.seq !== last.seq + 1n) return broken(last.seq + 1n, t("This row is missing."));
    const content = { ...row, before: row.before as JsonValue, after: row.after as JsonValue };
    if (row.prevHash !== last.hash || row.hash !== chainHash(last.hash, content)) {
      return broken(row.seq, t("This row was changed."));
    }
    const fits = (head: AuditHead): boolean => head.hash === row.hash && head.mac === row.mac;
    if (!(expected.get(row.seq) ?? []).every(fits)) {
      return broken(row.seq, t("This row is not the one that the given head names."));
    }
    if (row.mac === null || !seals.isOwn(row.hash, row.mac)) unsealed ??= row.seq;
    else if (row.action === "audit.seal" && unsealed !== null) {
      sealedTo = row.seq - 1n;
      unsealed = null;
    }
    isCutTold ||= row.action === "audit.cut" && tellsOf(content.after, anchor);
    last = row;
    return null;
  };
  const end = (): AuditVerdict => {
    if (unsealed !== null) {
      return broken(unsealed, t("This row is not sealed with this installation’s secret."));
    }
    if (!isCutTold) {
      return broken(start, t("The rows before this one are missing, and no row says that they expired."));
    }
    const later = heads.filter(({ seq }) => seq > last.seq);
    if (later.length > 0) {
      return broken(last.seq + 1n, t("This row and all later rows up to the given head are missing."));
    }
    const { seq, hash, mac } = last;
    return {
      ok: true,
      rows: Number(seq - start),
      cutTo: start.toString(),
      ...(sealedTo !== null && { sealedTo: sealedTo.toString() }),
      ...(mac !== null && { head: writeHead({ seq, hash, mac }) }),
      ...(heads.length > 0 && { heads: { fitting: heads.length - older, older } }),
    };
  };
  /** The number of the last row taken. */
  const seq = (): bigint => last.seq;
  return { seq, take, end };
}

/** The row written together with an anchor repeats its content; the database's owner could create an anchor alone. */
function tellsOf(after: JsonValue, anchor: AuditAnchorModel | null): boolean {
  if (anchor === null || after === null || typeof after !== "object" || Array.isArray(after)) return false;
  return after["lastRow"] === anchor.seq.toString() && after["hash"] === anchor.hash;
}

/** Retention may cut rows during the verification, which then starts again from the new anchor. */
async function isCutSince(db: Db, start: bigint): Promise<boolean> {
  return (await db.auditAnchor.count({ where: { seq: { gt: start } } })) > 0;
}

/** Only the result. */
export async function verifyAudit(db: Db = getDb(), heads: readonly AuditHead[] = []): Promise<AuditVerdict> {
  for await (const { verdict } of iterateVerification(db, heads)) if (verdict !== null) return verdict;
  throw new Error("A verification ended without a verdict.");
}

/** The same for a member of staff; the result is recorded in the audit. @throws AppError FORBIDDEN */
export async function* verifyForPerson(actor: Actor): AsyncGenerator<VerificationStep> {
  requirePermission(actor, "audit:read");
  for await (const step of iterateVerification()) {
    const { verdict } = step;
    if (verdict !== null) {
      await inTransaction((tx) =>
        recordAudit(tx, {
          actor,
          action: "audit.verify",
          objectType: "audit",
          objectId: "chain",
          after: verdict,
          outcome: verdict.ok ? "DONE" : "FAILED",
        }),
      );
    }
    yield step;
  }
}
