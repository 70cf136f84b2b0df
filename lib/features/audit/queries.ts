/**
 * Reads the audit for people: newest first in pages, or row by row for a file. Never writes.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getDb, type AuditModel, type Prisma } from "#lib/db/client.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import type { AuditAction, AuditObject } from "#lib/audit/actions.ts";
import { PORTICO_ACTOR, type AuditFilter, type AuditQuery, type AuditRow } from "./schema.ts";

const LIMIT_MAX = 200;
const FILE_BATCH = 1000;
/** As many as PostgreSQL takes in one question; a list has fewer rows. */
const OPERATIONS_MAX = 20_000;
/** Rows are numbered in the order of their times, as far as the clocks of several instances agree. */
const CLOCK_SKEW_MS = 60 * 60_000;

/** What somebody decided about an operation that was there: a request of its own. */
const DECIDED: Prisma.AuditWhereInput = { actorId: { not: null }, action: { startsWith: "operation." } };

export type AuditRows = { rows: AuditRow[]; next: string | null };

/** The whole audit row by row, for administrators. Newest first; `next` is null at the end. @throws AppError FORBIDDEN */
export async function listAudit(actor: Actor, query: AuditQuery = {}): Promise<AuditRows> {
  requirePermission(actor, "audit:read");
  return readPage(query);
}

/** Every row that the filter lets through, oldest first, in batches; nothing is held but one batch. */
export async function* iterateAudit(filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  const where = await toWhere(filter);
  let seq = 0n;
  for (;;) {
    const rows = await getDb().audit.findMany({
      where: { AND: [where, { seq: { gt: seq } }] },
      orderBy: { seq: "asc" },
      take: FILE_BATCH,
    });
    if (rows.length > 0) yield rows.map(toRow);
    if (rows.length < FILE_BATCH) return;
    seq = rows.at(-1)?.seq ?? seq;
  }
}

/** Members of staff that the audit can be asked for, by name. @throws AppError FORBIDDEN */
export async function listAuditActors(actor: Actor): Promise<{ id: string; name: string }[]> {
  requirePermission(actor, "audit:read");
  return getDb().staff.findMany({ select: { id: true, name: true }, orderBy: { name: "asc" }, take: 500 });
}

async function readPage(query: AuditQuery): Promise<AuditRows> {
  const limit = Math.min(query.limit ?? 50, LIMIT_MAX);
  const before = /^\d{1,18}$/.test(query.before ?? "") ? BigInt(query.before ?? "") : null;
  const found = await getDb().audit.findMany({
    where: { AND: [await toWhere(query), before === null ? {} : { seq: { lt: before } }] },
    orderBy: { seq: "desc" },
    take: limit + 1,
  });
  const rows = found.slice(0, limit).map(toRow);
  return { rows, next: found.length > limit ? (rows.at(-1)?.seq ?? null) : null };
}

async function toWhere(filter: AuditFilter): Promise<Prisma.AuditWhereInput> {
  const { objectType, objectId, actorId, action, outcome, requestId, from, to } = filter;
  return {
    ...(objectType !== undefined && { objectType }),
    ...(objectId !== undefined && { objectId }),
    ...(actorId !== undefined && { actorId: actorId === PORTICO_ACTOR ? null : actorId }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(requestId !== undefined && { OR: [{ requestId }, await stepsElsewhere(requestId)] }),
    ...((from !== undefined || to !== undefined) && {
      at: { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lt: to }) },
      seq: await numbersBetween(from, to),
    }),
  };
}

/** Rows that tell what became of the operations of a request: they have references of their own. */
async function stepsElsewhere(requestId: string): Promise<Prisma.AuditWhereInput> {
  const operations = await getDb().audit.findMany({
    where: { requestId, operationId: { not: null }, NOT: DECIDED },
    select: { operationId: true },
    distinct: ["operationId"],
    take: OPERATIONS_MAX,
  });
  const ids = operations.flatMap(({ operationId }) => operationId ?? []);
  return { operationId: { in: ids }, NOT: DECIDED };
}

/** Numbers between which rows of these times lie, so that a page of long ago is found without walking there. */
export async function numbersBetween(
  from: Date | undefined,
  to: Date | undefined,
): Promise<Prisma.BigIntFilter> {
  const db = getDb();
  const first =
    from === undefined
      ? null
      : await db.audit.findFirst({
          where: { at: { gte: new Date(from.getTime() - CLOCK_SKEW_MS) } },
          orderBy: [{ at: "asc" }, { seq: "asc" }],
          select: { seq: true },
        });
  const last =
    to === undefined
      ? null
      : await db.audit.findFirst({
          where: { at: { lt: new Date(to.getTime() + CLOCK_SKEW_MS) } },
          orderBy: [{ at: "desc" }, { seq: "desc" }],
          select: { seq: true },
        });
  return { ...(first !== null && { gte: first.seq }), ...(last !== null && { lte: last.seq }) };
}

/** As people read it. */
export function toRow(row: AuditModel): AuditRow {
  return {
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
  };
}
