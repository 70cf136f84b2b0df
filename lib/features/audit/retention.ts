/**
 * How long the audit is kept. Expired rows are cut from the beginning; an anchor keeps the hash of the last row that was cut. The database
 * permits no other deletion (migration audit_and_requests). Never changes a row that stays.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { recordAudit, systemActor } from "#lib/audit/record.ts";

const ROW_ID = 1;
/** Rows of one cut: deleting this many takes a few seconds. */
const CUT_ROWS_MAX = 50_000;
const CUT_RUN_MS_MAX = 60_000;

/** The current retention. @throws AppError FORBIDDEN */
export async function getRetention(actor: Actor) {
  requirePermission(actor, "audit:read");
  const db = getDb();
  const [row, anchor] = await Promise.all([
    db.auditRetention.findUnique({ where: { id: ROW_ID } }),
    db.auditAnchor.findFirst({ orderBy: { seq: "desc" } }),
  ]);
  return {
    /** Null: forever. */
    months: row?.months ?? null,
    changedAt: row?.changedAt ?? null,
    changedByName: row?.changedByName ?? null,
    /** The last row that was cut, after which the audit begins; null when no row was ever cut. */
    cutTo: anchor === null ? null : { seq: anchor.seq.toString(), at: anchor.cutAt },
  };
}

export type Retention = Awaited<ReturnType<typeof getRetention>>;

/** Sets for how many months rows are kept; null keeps them forever. Takes effect at the next cleanup. @throws AppError FORBIDDEN */
export async function setRetention(actor: Actor, months: number | null): Promise<void> {
  requirePermission(actor, "audit:read");
  await inTransaction(async (tx) => {
    const before = await tx.auditRetention.findUnique({ where: { id: ROW_ID } });
    const values = { months, changedAt: now(), changedByName: actor.name };
    await tx.auditRetention.upsert({
      where: { id: ROW_ID },
      create: { id: ROW_ID, ...values },
      update: values,
    });
    await recordAudit(tx, {
      actor,
      action: "audit.keep",
      objectType: "audit",
      objectId: "retention",
      before: { months: before?.months ?? null },
      after: { months },
    });
  });
}

/** Deletes expired rows piece by piece and returns how many. */
export async function cutAudit(rowsMax = CUT_ROWS_MAX): Promise<number> {
  const retention = await getDb().auditRetention.findUnique({ where: { id: ROW_ID } });
  if (retention?.months === null || retention?.months === undefined) return 0;
  const end = monthsBefore(now(), retention.months);
  let rows = 0;
  for (;;) {
    const cut = await inTransaction((tx) => cutPiece(tx, end, rowsMax), CUT_RUN_MS_MAX);
    rows += cut;
    if (cut < rowsMax) return rows;
  }
}

/** The newest row always stays, so that the chain can continue. */
async function cutPiece(tx: Parameters<typeof recordAudit>[0], end: Date, rowsMax: number): Promise<number> {
  // Of two instances that clean up at the same time, only one cuts a piece.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7025460312)`;
  const young = await tx.audit.findFirst({
    where: { at: { gte: end } },
    orderBy: { seq: "asc" },
    select: { seq: true },
  });
  const newest = await tx.audit.findFirst({ orderBy: { seq: "desc" }, select: { seq: true } });
  const oldest = await tx.audit.findFirst({ orderBy: { seq: "asc" }, select: { seq: true } });
  if (newest === null || oldest === null) return 0;
  const staying = young?.seq ?? newest.seq;
  const seq = [staying - 1n, oldest.seq + BigInt(rowsMax) - 1n].reduce((a, b) => (a < b ? a : b));
  if (seq < oldest.seq) return 0;
  const last = await tx.audit.findUniqueOrThrow({ where: { seq }, select: { hash: true, at: true } });
  await tx.auditAnchor.create({ data: { seq, hash: last.hash, cutAt: now() } });
  const { count } = await tx.audit.deleteMany({ where: { seq: { lte: seq } } });
  await recordAudit(tx, {
    actor: systemActor(),
    action: "audit.cut",
    objectType: "audit",
    objectId: "retention",
    after: { rows: count, lastRow: seq.toString(), lastAt: last.at.toISOString(), hash: last.hash },
  });
  return count;
}

function monthsBefore(at: Date, months: number): Date {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date;
}
