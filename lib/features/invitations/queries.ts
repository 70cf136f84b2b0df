/**
 * Reads invitations for people, newest first.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { getDb, type InvitationModel, type Prisma } from "#lib/db/client.ts";
import { listStaffNames } from "#lib/features/clouds/queries.ts";
import { stateWords } from "./evidence.ts";
import type { InvitationsPage, InvitationsQuery, InvitationView } from "./schema.ts";
import { roleWords } from "./words.ts";

const LIMIT_MAX = 200;

type Row = InvitationModel & { cloud: { name: string } };

/** Newest first; `next` is null at the end. It shows what is known; refreshInvitations reads the service. */
export async function listInvitations(actor: Actor, query: InvitationsQuery = {}): Promise<InvitationsPage> {
  requirePermission(actor, "portal:read");
  const limit = Math.min(query.limit ?? 50, LIMIT_MAX);
  const search = (query.search ?? "").trim().toLowerCase().slice(0, 256).replaceAll("\0", "");
  const scope: Prisma.InvitationWhereInput = {
    ...(query.cloudId === undefined ? {} : { cloudId: { in: [query.cloudId].filter(isId) } }),
    ...(search === "" ? {} : { address: { contains: search } }),
  };
  const cursor = readCursor(query.after, 2);
  const [at = "", id = ""] = cursor ?? [];
  const createdAt = new Date(at);
  const isPlaced = cursor !== null && isId(id) && !Number.isNaN(createdAt.getTime());
  const found = await getDb().invitation.findMany({
    where: {
      AND: [
        scope,
        query.states === undefined ? {} : { state: { in: [...query.states] } },
        isPlaced ? { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] } : {},
      ],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    include: { cloud: { select: { name: true } } },
  });
  const groups = await getDb().invitation.groupBy({ by: ["state"], where: scope, _count: { _all: true } });
  const counts = Object.fromEntries(groups.map((group) => [group.state, group._count._all]));
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: await toViews(page),
    next:
      found.length > limit && last !== undefined
        ? writeCursor([last.createdAt.toISOString(), last.id])
        : null,
    counts,
    total: groups.reduce((sum, group) => sum + group._count._all, 0),
  };
}

/** @throws AppError NOT_FOUND */
export async function getInvitation(actor: Actor, id: string): Promise<InvitationView> {
  requirePermission(actor, "portal:read");
  const row = isId(id)
    ? await getDb().invitation.findUnique({ where: { id }, include: { cloud: { select: { name: true } } } })
    : null;
  const [view] = row === null ? [] : await toViews([row]);
  if (view === undefined) throw notFound("This invitation");
  return view;
}

async function toViews(rows: Row[]): Promise<InvitationView[]> {
  const names = await listStaffNames(rows.map((row) => row.createdById));
  const operations = await listOpenOperationIds(rows.filter((row) => row.state === "UNKNOWN"));
  return rows.map((row) => {
    const operationId = operations.get(row.id);
    return {
      id: row.id,
      cloudId: row.cloudId,
      cloudName: row.cloud.name,
      email: row.email,
      state: row.state,
      stateWords: stateWords(row.state),
      evidence: row.evidence,
      stateSince: row.stateSince,
      role: row.role,
      roleWords: roleWords(row.role),
      mailsAsked: row.mailsAsked,
      redirectUri: row.redirectUri,
      createdAt: row.createdAt,
      invitedByName:
        row.createdById === null ? null : (names.get(row.createdById) ?? "a former member of staff"),
      canRemind: row.state === "WAITING",
      canCancel: row.state === "WAITING" && row.serviceId !== null,
      operationHref: operationId === undefined ? null : `/operations/${operationId}`,
    };
  });
}

async function listOpenOperationIds(rows: Row[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (rows.length === 0) return found;
  const operations = await getDb().operation.findMany({
    where: {
      kind: "INVITE",
      state: "UNKNOWN",
      OR: rows.map((row) => ({ context: { path: ["invitationId"], equals: row.id } })),
    },
    select: { id: true, context: true },
  });
  for (const operation of operations) {
    const { invitationId } = operation.context as { invitationId?: string };
    if (invitationId !== undefined) found.set(invitationId, operation.id);
  }
  return found;
}
