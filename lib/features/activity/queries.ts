/**
 * Reads the audit: for people in pages, and whole when its chain is verified. Never writes.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getDb, type Db } from "#lib/db/client.ts";
import { CHAIN_START, chainHash } from "./audit-chain.ts";
import type { JsonValue } from "./canonical.ts";
import type { ActivityQuery, ActivityRow, AuditAction, AuditObject } from "./schema.ts";

const LIMIT_MAX = 200;
const VERIFY_BATCH = 1000;

/** Newest first; `next` is null at the end. */
export async function listActivity(
  actor: Actor,
  query: ActivityQuery = {},
): Promise<{ rows: ActivityRow[]; next: string | null }> {
  requirePermission(actor, "portal:read");
  const limit = Math.min(query.limit ?? 50, LIMIT_MAX);
  const found = await getDb().audit.findMany({
    where: {
      ...(query.objectType === undefined ? {} : { objectType: query.objectType }),
      ...(query.objectId === undefined ? {} : { objectId: query.objectId }),
      ...(query.actorId === undefined ? {} : { actorId: query.actorId }),
      ...(query.action === undefined ? {} : { action: query.action }),
      ...(query.before !== undefined && /^\d{1,18}$/.test(query.before)
        ? { seq: { lt: BigInt(query.before) } }
        : {}),
    },
    orderBy: { seq: "desc" },
    take: limit + 1,
  });
  const rows = found.slice(0, limit).map((row): ActivityRow => ({
    seq: row.seq.toString(),
    at: row.at,
    actorName: row.actorName,
    action: row.action as AuditAction,
    objectType: row.objectType as AuditObject,
    objectId: row.objectId,
    before: row.before as JsonValue,
    after: row.after as JsonValue,
    outcome: row.outcome,
    requestId: row.requestId,
    operationId: row.operationId,
  }));
  return { rows, next: found.length > limit ? (rows.at(-1)?.seq ?? null) : null };
}

export type AuditVerdict =
  | { ok: true; rows: number }
  /** The first row that is not as it was written, or the number that is missing. */
  | { ok: false; seq: string; reason: string };

/** Computes the whole chain again, in batches. */
export async function verifyAudit(db: Db = getDb()): Promise<AuditVerdict> {
  let prevHash = CHAIN_START;
  let seq = 0n;
  for (;;) {
    const rows = await db.audit.findMany({
      where: { seq: { gt: seq } },
      orderBy: { seq: "asc" },
      take: VERIFY_BATCH,
    });
    for (const row of rows) {
      if (row.seq !== seq + 1n) {
        return { ok: false, seq: (seq + 1n).toString(), reason: "This row is missing." };
      }
      const content = { ...row, before: row.before as JsonValue, after: row.after as JsonValue };
      if (row.prevHash !== prevHash || row.hash !== chainHash(prevHash, content)) {
        return { ok: false, seq: row.seq.toString(), reason: "This row is not as it was written." };
      }
      prevHash = row.hash;
      seq = row.seq;
    }
    if (rows.length < VERIFY_BATCH) return { ok: true, rows: Number(seq) };
  }
}
