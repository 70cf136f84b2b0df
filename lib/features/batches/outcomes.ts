/**
 * What became of the single steps of lists and plans, in one word each: of those that are not sent why, of the others the state of their
 * operation. Pure; counts.ts counts them.
 */
import { isSentence, recall, type WithSentence } from "#lib/core/language/stored-sentence.ts";
import { msg, say, type Said } from "#lib/core/texts.ts";
import type { OperationState } from "#lib/db/client.ts";

export type StepOutcome = "LEFT_OUT" | "HELD_BACK" | "TO_SEND" | OperationState;
export type OutcomeCounts = Partial<Record<StepOutcome, number>>;

/** Of these a person may send another try: they provably had no effect. */
export const RETRYABLE_STATES: readonly OperationState[] = [
  "REFUSED",
  "NOT_SENT",
  "HELD",
  "DISCARDED",
  "RESOLVED_ABSENT",
];

/** Why a row was held back that a person gave up: nobody has to look at it again. */
export function givenUpBy(name: string): Said {
  return say("Discarded by {name} before it was sent.", { name });
}

/** What that sentence is made of. */
export const GIVEN_UP = givenUpBy("").text;

/** Whether it was held back by a person's decision. */
export function isGivenUp(row: WithSentence<"heldBack">): boolean {
  const reason = recall(row, "heldBack");
  return reason !== null && isSentence(reason, [GIVEN_UP]);
}

const UNENDED: readonly StepOutcome[] = ["TO_SEND", "PREPARED", "HELD", "SENDING", "NOT_SENT"];

/** For people, told by who shows them. Where something else than a step is done, its own words for what is done stand in their place. */
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

/** Of one step as it stands in the database. */
export function outcomeOf(step: {
  isIncluded: boolean;
  heldBack: string | null;
  operation: { state: OperationState } | null;
}): StepOutcome {
  if (!step.isIncluded) return "LEFT_OUT";
  if (step.heldBack !== null) return "HELD_BACK";
  return step.operation?.state ?? "TO_SEND";
}

/** How many have one of these outcomes. */
export function sumOutcomes(counts: OutcomeCounts, wanted: readonly StepOutcome[]): number {
  return wanted.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);
}

export type OutcomeFigures = {
  total: number;
  /** Of these, not left out. */
  included: number;
  /** Of the included ones, those that have come to an end. */
  ended: number;
  /** Refused, held back or not sent: these may be sent once more. */
  retryable: number;
  /** Recorded or sent, and without a result so far: these end also while the batch is paused. */
  underWay: number;
};

/** The figures that every list and plan shows. */
export function figuresOf(counts: OutcomeCounts): OutcomeFigures {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const included = total - (counts.LEFT_OUT ?? 0);
  return {
    total,
    included,
    ended: included - sumOutcomes(counts, UNENDED),
    retryable: sumOutcomes(counts, ["HELD_BACK", ...RETRYABLE_STATES]),
    underWay: sumOutcomes(counts, ["PREPARED", "SENDING"]),
  };
}
