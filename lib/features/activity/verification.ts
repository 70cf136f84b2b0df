/**
 * Computes the audit's chain again, from the last anchor (or the first row) to the newest row, and names the first row that is not as it
 * was written. Reads in batches; never writes.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { t } from "#lib/core/texts.ts";
import { getDb, type Db } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { CHAIN_START, chainHash } from "./audit-chain.ts";
import type { JsonValue } from "./canonical.ts";
import { recordAudit, toAuditActor } from "./commands.ts";

const BATCH = 1000;

export type AuditVerdict =
  | {
      ok: true;
      rows: number;
      /** The number after which the rows begin; "0": nothing was ever cut. */ cutTo: string;
    }
  /** The first row that is not as it was written, or the number that is missing. */
  | { ok: false; seq: string; reason: string };

export type VerificationStep = { checked: number; total: number; verdict: AuditVerdict | null };

/** Tells after each batch how far it is; the last step carries the verdict. */
export async function* iterateVerification(db: Db = getDb()): AsyncGenerator<VerificationStep> {
  const anchor = await db.auditAnchor.findFirst({ orderBy: { seq: "desc" } });
  const start = anchor?.seq ?? 0n;
  const newest = await db.audit.findFirst({ orderBy: { seq: "desc" }, select: { seq: true } });
  const total = Number((newest?.seq ?? start) - start);
  let prevHash = anchor?.hash ?? CHAIN_START;
  let seq = start;
  const step = (verdict: AuditVerdict | null): VerificationStep => ({
    checked: Number(seq - start),
    total: Math.max(total, Number(seq - start)),
    verdict,
  });
  const broken = (at: bigint, reason: string): VerificationStep =>
    step({ ok: false, seq: at.toString(), reason });
  for (;;) {
    const rows = await db.audit.findMany({
      where: { seq: { gt: seq } },
      orderBy: { seq: "asc" },
      take: BATCH,
    });
    for (const row of rows) {
      if (row.seq !== seq + 1n) {
        if (await isCutSince(db, start)) {
          yield* iterateVerification(db);
          return;
        }
        yield broken(seq + 1n, t("This row is missing."));
        return;
      }
      const content = { ...row, before: row.before as JsonValue, after: row.after as JsonValue };
      if (row.prevHash !== prevHash || row.hash !== chainHash(prevHash, content)) {
        yield broken(row.seq, t("This row is not as it was written."));
        return;
      }
      prevHash = row.hash;
      seq = row.seq;
    }
    if (rows.length < BATCH) {
      yield step({ ok: true, rows: Number(seq - start), cutTo: start.toString() });
      return;
    }
    yield step(null);
  }
}

/** Rows may be cut in their order while the others are read; then it begins anew, from the new anchor. */
async function isCutSince(db: Db, start: bigint): Promise<boolean> {
  return (await db.auditAnchor.count({ where: { seq: { gt: start } } })) > 0;
}

/** The verdict alone. */
export async function verifyAudit(db: Db = getDb()): Promise<AuditVerdict> {
  for await (const { verdict } of iterateVerification(db)) if (verdict !== null) return verdict;
  throw new Error("A verification ended without a verdict.");
}

/** The same for a person; what came of it is written into the audit. @throws AppError FORBIDDEN */
export async function* verifyForPerson(actor: Actor): AsyncGenerator<VerificationStep> {
  requirePermission(actor, "audit:read");
  for await (const step of iterateVerification()) {
    const { verdict } = step;
    if (verdict !== null) {
      await inTransaction((tx) =>
        recordAudit(tx, {
          actor: toAuditActor(actor),
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
