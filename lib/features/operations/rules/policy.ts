/**
 * What the states of an operation allow. Pure.
 */
import type { AuditOutcome, OperationState } from "#lib/db/client.ts";

/** States in which an operation still blocks another one of the same subject. */
export const OPEN_STATES: readonly OperationState[] = [
  "PREPARED",
  "HELD",
  "SENDING",
  "NOT_SENT",
  "UNKNOWN",
  "DONE_ID_LOST",
];

/** Proven to have had no effect so far: these may be sent, or discarded, without risk. */
export const UNSENT_STATES: readonly OperationState[] = ["PREPARED", "HELD", "NOT_SENT"];

/** Of these, those that nobody is about to send. */
export const REPLACEABLE_STATES: readonly OperationState[] = ["HELD", "NOT_SENT"];

/** Only a person settles these. */
export const UNCERTAIN_STATES: readonly OperationState[] = ["UNKNOWN", "DONE_ID_LOST"];

/** Running or uncertain: each may have had its effect, and nobody knows yet. */
export const AWAITED_STATES: readonly OperationState[] = ["SENDING", ...UNCERTAIN_STATES];

/** How long an attempt may give no sign of life before it counts as interrupted. */
export const LEASE_MS = 60_000;
/** PREPARED for longer than this: the process died between the click and the sending. */
export const PREPARED_MS_MAX = 60_000;
/** At least three times the longest exchange; until then the service may still be working. */
export const QUIET_MS = 15 * 60_000;
/** Operations that stay uncertain for longer are marked so wherever they are shown. */
export const REMIND_MS = 24 * 3_600_000;
/** A person's statement without other proof needs a reason. */
export const NOTE_LENGTH_MIN = 10;

export function isOpen(state: OperationState): boolean {
  return OPEN_STATES.includes(state);
}

/** Unique while the operation is open; null once settled. */
export function openKeyOf(state: OperationState, connectionId: string, subject: string): string | null {
  return isOpen(state) ? `${connectionId}:${subject}` : null;
}

/** The key of a subject: equal for equal names (Unicode NFKC, no case, single spaces). */
export function subjectName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** True when a form that led to this state needs a new key before it is sent again. */
export function needsNewKey(operation: { state: OperationState }): boolean {
  return operation.state !== "SENDING" && !UNSENT_STATES.includes(operation.state);
}

/** The audit's outcome for a state. */
export function auditOutcomeOf(state: OperationState): AuditOutcome {
  if (state === "REFUSED" || state === "ALREADY") return "REFUSED";
  if (state === "UNKNOWN") return "UNKNOWN";
  if (state === "NOT_SENT") return "FAILED";
  return "DONE";
}
