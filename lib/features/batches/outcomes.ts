/**
 * The outcome of each step of lists and plans, in one word: for steps that are not sent the reason, for others the state of their
 * operation. Pure; counts.ts counts outcomes.
 */
import { isSentence, recall, type WithSentence } from "#lib/core/language/stored-sentence.ts";
import { msg, say, type Said } from "#lib/core/texts.ts";
import type { OperationState } from "#lib/db/client.ts";

export type StepOutcome = "LEFT_OUT" | "HELD_BACK" | "TO_SEND" | OperationState;
export type OutcomeCounts = Partial<Record<StepOutcome, number>>;

/** A person may retry these: they provably had no effect, and nobody decided against them. */
export const RETRYABLE_STATES: readonly OperationState[] = ["REFUSED", "NOT_SENT", "HELD", "RESOLVED_ABSENT"];

/** Why a row that a person discarded is held back: it needs no further attention. */
export function givenUpBy(name: string): Said {
  return say("Discarded by {name} before it was sent.", { name });
}

/** The template of that sentence. */
export const GIVEN_UP = givenUpBy("").text;

/** Whether a person's decision held it back. */
export function isGivenUp(row: WithSentence<"heldBack">): boolean {
  const reason = recall(row, "heldBack");
  return reason !== null && isSentence(reason, [GIVEN_UP]);
}

const UNENDED: readonly StepOutcome[] = ["TO_SEND", "PREPARED", "HELD", "SENDING", "NOT_SENT"];

/** Words for people, translated where they are shown. Where the rows are not steps, the kind has its own words instead. */
export const OUTCOME_WORDS: Record<StepOutcome, string> = {
  LEFT_OUT: msg("Left out"),
  HELD_BACK: msg("Held back"),
  TO_SEND: msg("Not sent yet"),
  PREPARED: msg("Prepared"),
  HELD: msg("On hold"),
  SENDING: msg("Sending"),
  NOT_SENT: msg("Not sent"),
  REFUSED: msg("Refused"),
  DONE: msg("Done"),
  ALREADY: msg("Already a member"),
  DONE_ID_LOST: msg("Done, number lost"),
  UNKNOWN: msg("Unknown"),
  RESOLVED_DONE: msg("Confirmed"),
  RESOLVED_ABSENT: msg("Confirmed missing"),
  DISCARDED: msg("Discarded"),
  ABANDONED: msg("Closed, uncertain"),
  DUPLICATE_FOUND: msg("Done twice"),
};

/** The outcome of one stored step. */
export function outcomeOf(step: {
  isIncluded: boolean;
  heldBack: string | null;
  operation: { state: OperationState } | null;
}): StepOutcome {
  if (!step.isIncluded) return "LEFT_OUT";
  if (step.heldBack !== null) return "HELD_BACK";
  return step.operation?.state ?? "TO_SEND";
}

/** How many steps have one of these outcomes. */
export function sumOutcomes(counts: OutcomeCounts, wanted: readonly StepOutcome[]): number {
  return wanted.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);
}

/** The figures that every list and plan shows. */
export function figuresOf(counts: OutcomeCounts) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const included = total - (counts.LEFT_OUT ?? 0);
  return {
    total,
    /** Rows that are not left out. */
    included,
    /** Included rows that have ended. */
    ended: included - sumOutcomes(counts, UNENDED),
    /** Recorded or sent, without a result so far: these finish even while the batch is paused. */
    underWay: sumOutcomes(counts, ["PREPARED", "SENDING"]),
  };
}
