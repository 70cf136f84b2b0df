/** Reads the journal for pages. Never changes it. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getById } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";
import { getDb, type OperationModel, type OperationState } from "#lib/db/client.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import { canSend } from "./rules/kinds.ts";
import { isOpen, UNCERTAIN_STATES, UNSENT_STATES } from "./rules/policy.ts";
import { contextSchema, resultSchema } from "./rules/schema.ts";
import { evidenceSchema } from "./rules/settlement.ts";

const PAGE_ROWS = 50;

/** An operation as people see it. */
export function toView(row: OperationModel) {
  return {
    id: row.id,
    key: row.key,
    kind: row.kind,
    connectionId: row.connectionId,
    title: row.title,
    state: row.state,
    stateSince: row.stateSince,
    createdAt: row.createdAt,
    /** One sentence: why it is in this state. */
    cause: row.cause,
    /** The parts of `cause`, for translation (lib/core/language/stored-sentence.ts). */
    causeSaid: row.causeSaid,
    actorId: row.actorId,
    actorName: row.actorName,
    context: contextSchema.parse(row.context),
    result: row.result === null ? null : resultSchema.parse(row.result),
    quietUntil: row.quietUntil,
    settledByName: row.settledByName,
    settledAt: row.settledAt,
    note: row.note,
    /** Path of its page in the portal. */
    href: `/operations/${row.id}`,
    /** Not settled: it blocks another one of the same subject. */
    isOpen: isOpen(row.state),
    /** A person must settle the outcome. */
    isUncertain: UNCERTAIN_STATES.includes(row.state),
    /** Provably without effect so far: may be sent (again) or discarded. */
    canSend: canSend(row.kind, row.state),
    canDiscard: row.state !== "PREPARED" && UNSENT_STATES.includes(row.state),
  };
}

export type OperationView = ReturnType<typeof toView>;

/** One operation with its attempts and their evidence. @throws AppError NOT_FOUND */
export async function getOperation(actor: Actor, id: string) {
  requirePermission(actor, "portal:read");
  const row = await getById(id, say("This operation"), () =>
    getDb().operation.findUnique({
      where: { id },
      include: { attempts: { orderBy: { n: "asc" } }, connection: { select: { revision: true } } },
    }),
  );
  return {
    ...toView(row),
    method: row.method,
    path: row.path,
    body: row.body as JsonValue,
    /** The connection was changed since: what is read now may come from another service or application. */
    isConnectionChanged: row.connection.revision !== row.connectionRevision,
    attempts: row.attempts.map((attempt) => ({
      n: attempt.n,
      startedAt: attempt.startedAt,
      endedAt: attempt.endedAt,
      outcome: attempt.outcome,
      evidence: evidenceSchema.nullable().parse(attempt.evidence),
    })),
  };
}

export type OperationDetails = Awaited<ReturnType<typeof getOperation>>;

export type OperationsQuery = {
  /** Only operations that need a person: uncertain ones, and those that were not sent. */
  needsPerson?: boolean;
  states?: readonly OperationState[];
  /** Registry id: operations of this Cloud. */
  cloudId?: string;
  after?: string | undefined;
};

/** Newest first (row ids grow with time); `next` is null at the end. */
export async function listOperations(
  actor: Actor,
  query: OperationsQuery = {},
): Promise<{ rows: OperationView[]; next: string | null }> {
  requirePermission(actor, "portal:read");
  const states = query.needsPerson === true ? [...UNCERTAIN_STATES, "HELD", "NOT_SENT"] : query.states;
  const found = await getDb().operation.findMany({
    where: {
      ...(states === undefined ? {} : { state: { in: [...states] as OperationState[] } }),
      ...(query.cloudId === undefined ? {} : { context: { path: ["cloudId"], equals: query.cloudId } }),
      ...(query.after !== undefined && isId(query.after) ? { id: { lt: query.after } } : {}),
    },
    orderBy: { id: "desc" },
    take: PAGE_ROWS + 1,
  });
  return pageOf(found.map(toView), PAGE_ROWS, ({ id }) => id);
}
