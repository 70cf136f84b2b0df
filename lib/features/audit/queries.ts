/**
 * Reads the audit for people: newest first in pages, or row by row for a file. Never writes.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getDb, type AuditModel, type Prisma } from "#lib/db/client.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import type { AuditAction, AuditObject } from "#lib/audit/actions.ts";
import {
  PORTICO_ACTOR,
  REFUSAL_ACTIONS,
  type AuditQuery,
  type AuditRow,
  type AuditFilter,
} from "./schema.ts";

const LIMIT_MAX = 200;
const FILE_BATCH = 1000;
/** Rows are numbered in the order of their times, as far as the clocks of several instances agree. */
const CLOCK_SKEW_MS = 60 * 60_000;

export type AuditRows = { rows: AuditRow[]; next: string | null };

/** Refused sign-ins and the like name accounts and networks of others. */
const NOT_REFUSED: Prisma.AuditWhereInput = {
  NOT: { outcome: "REFUSED", action: { in: [...REFUSAL_ACTIONS] } },
};

/** What happened to one thing, for those who may see it, without who was refused. Newest first; `next` is null at the end. */
export async function listAuditNews(actor: Actor, query: AuditQuery = {}): Promise<AuditRows> {
  requirePermission(actor, "portal:read");
  return readPage(query, NOT_REFUSED);
}

/** The whole audit, for administrators. Newest first; `next` is null at the end. @throws AppError FORBIDDEN */
export async function listAudit(actor: Actor, query: AuditQuery = {}): Promise<AuditRows> {
  requirePermission(actor, "audit:read");
  return readPage(query, {});
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

async function readPage(query: AuditQuery, further: Prisma.AuditWhereInput): Promise<AuditRows> {
  const limit = Math.min(query.limit ?? 50, LIMIT_MAX);
  const before = /^\d{1,18}$/.test(query.before ?? "") ? BigInt(query.before ?? "") : null;
  const found = await getDb().audit.findMany({
    where: { AND: [await toWhere(query), further, before === null ? {} : { seq: { lt: before } }] },
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
    ...(requestId !== undefined && { requestId }),
    ...((from !== undefined || to !== undefined) && {
      at: { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lt: to }) },
      seq: await numbersBetween(from, to),
    }),
  };
}

/** Numbers between which rows of these times lie, so that a page of long ago is found without walking there. */
async function numbersBetween(from: Date | undefined, to: Date | undefined): Promise<Prisma.BigIntFilter> {
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

function toRow(row: AuditModel): AuditRow {
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
