/** Reads the audit: newest first in pages, or row by row for a file. Never writes. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getDb, type AuditModel, type Prisma } from "#lib/db/client.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import type { AuditAction, AuditObject } from "#lib/audit/actions.ts";
import { PORTICO_ACTOR, type AuditFilter, type AuditQuery } from "./schema.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";

const LIMIT_MAX = 200;
const FILE_BATCH = 1000;
/** The most parameters that PostgreSQL takes in one query; a list has fewer rows. */
const OPERATIONS_MAX = 20_000;
/** Row numbers follow the order of times, as far as the clocks of several instances agree. */
const CLOCK_SKEW_MS = 60 * 60_000;

/** A person's decision about an existing operation: a request of its own. */
const DECIDED: Prisma.AuditWhereInput = { actorId: { not: null }, action: { startsWith: "operation." } };

/** All rows of the audit, newest first, for administrators; `next` is null at the end. @throws AppError FORBIDDEN */
export async function listAudit(actor: Actor, query: AuditQuery = {}) {
  requirePermission(actor, "audit:read");
  const limit = Math.min(query.limit ?? 50, LIMIT_MAX);
  const before = /^\d{1,18}$/.test(query.before ?? "") ? BigInt(query.before ?? "") : null;
  const found = await getDb().audit.findMany({
    where: { AND: [await toWhere(query), before === null ? {} : { seq: { lt: before } }] },
    orderBy: { seq: "desc" },
    take: limit + 1,
  });
  return pageOf(found.map(toRow), limit, ({ seq }) => seq);
}

/** All rows that match the filter, oldest first; holds only one batch of rows in memory. */
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

/** The members of staff that the audit can be filtered by, by name. @throws AppError FORBIDDEN */
export async function listAuditActors(actor: Actor): Promise<{ id: string; name: string }[]> {
  requirePermission(actor, "audit:read");
  return getDb().staff.findMany({ select: { id: true, name: true }, orderBy: { name: "asc" }, take: 500 });
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

/** Rows about what happened later to the operations of a request; these rows have other references. */
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

/** The range of numbers that holds the rows of these times, so that a page of long ago is found without reading up to it. */
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

/** A row as pages show it. */
export function toRow(row: AuditModel) {
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

export type AuditRow = ReturnType<typeof toRow>;
