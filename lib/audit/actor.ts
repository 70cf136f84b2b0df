/**
 * In whose name a row of the audit is written.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { newReference } from "#lib/core/ids.ts";
import type { StaffRole } from "#lib/db/client.ts";

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
