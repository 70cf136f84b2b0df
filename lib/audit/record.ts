/**
 * Writes audit rows: always inside the transaction of the change they tell about, so that neither is there without the
 * other. Rows are never changed or removed; the migration audit_append_only makes the database refuse it.
 */
import { requireSameRoleNow, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { newReference } from "#lib/core/ids.ts";
import { redact } from "#lib/core/log/redact.ts";
import { Prisma, type AuditOutcome, type Db, type StaffRole } from "#lib/db/client.ts";
import type { AuditAction, AuditObject } from "./actions.ts";
import type { JsonValue } from "./canonical.ts";
import { auditSeals, CHAIN_START, chainHash } from "./chain.ts";

/** Any fixed number: the lock orders the writers of the chain. */
const AUDIT_LOCK = 7_025_460_311n;
const TEXT_LENGTH_MAX = 4000;

/** Who did it: a member of staff (an Actor is one), or Portico itself (sweeper, reading of lists). */
export type AuditActor = {
  staffId: string | null;
  name: string;
  requestId: string;
  /** With which role a request was let in; what it changes here is refused when the account has it no more. */
  role?: StaffRole;
};

/**
 * A member of staff, for what has happened by then, at the service or anywhere else out of reach of this transaction: it is written down
 * whatever became of the person's role meanwhile.
 */
export function toWitnessedActor({ staffId, name, requestId }: Actor): AuditActor {
  return { staffId, name, requestId };
}

/** Portico itself as actor. */
export function systemActor(): AuditActor {
  return { staffId: null, name: "Portico", requestId: newReference() };
}

export type AuditEntry = {
  actor: AuditActor;
  action: AuditAction;
  objectType: AuditObject;
  objectId: string;
  before?: JsonValue;
  after?: JsonValue;
  /** Absent: it is done. */
  outcome?: AuditOutcome;
};

/**
 * Appends one row to the chain. Call it last in the transaction: it holds the chain's lock until the commit.
 * @throws AppError UNAUTHENTICATED or FORBIDDEN for an intent, or a change here, of somebody whose account was disabled, or has another
 * role, by now: the transaction ends with it, and nothing was done
 */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  const { outcome = "DONE" } = entry;
  const { staffId, role } = entry.actor;
  const isDecidedHere = outcome === "INTENDED" || outcome === "DONE";
  if (isDecidedHere && staffId !== null && role !== undefined) {
    await requireSameRoleNow(tx, { staffId, role });
  }
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${AUDIT_LOCK})`;
  const last = await tx.audit.findFirst({ orderBy: { seq: "desc" }, select: { seq: true, hash: true } });
  const content = {
    seq: (last?.seq ?? 0n) + 1n,
    at: now(),
    actorId: entry.actor.staffId,
    actorName: entry.actor.name,
    action: entry.action,
    objectType: entry.objectType,
    objectId: entry.objectId,
    before: redacted(entry.before ?? null),
    after: redacted(entry.after ?? null),
    outcome,
    requestId: entry.actor.requestId,
    operationId: entry.objectType === "operation" ? entry.objectId : null,
  };
  const prevHash = last?.hash ?? CHAIN_START;
  const hash = chainHash(prevHash, content);
  await tx.audit.create({
    data: {
      ...content,
      before: content.before ?? Prisma.DbNull,
      after: content.after ?? Prisma.DbNull,
      prevHash,
      hash,
      mac: auditSeals().macOf(hash),
    },
  });
}

/** Without secrets, and in text that any database takes. */
function redacted(value: JsonValue): JsonValue {
  if (typeof value === "string") return shortened(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redacted(member)]));
}

/** An inline image is not for the audit; its length is. */
function shortened(text: string): string {
  if (text.length <= TEXT_LENGTH_MAX) return redact(text, TEXT_LENGTH_MAX);
  return `${redact(text, 100)} (${String(text.length)} characters)`;
}
