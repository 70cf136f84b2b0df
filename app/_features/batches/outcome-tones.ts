import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { StepOutcome } from "#lib/features/batches/outcomes.ts";

/** The colour of each outcome in lists and plans. */
export const OUTCOME_TONES: Record<StepOutcome, Tone> = {
  LEFT_OUT: "idle",
  HELD_BACK: "warn",
  TO_SEND: "idle",
  PREPARED: "idle",
  HELD: "warn",
  SENDING: "progress",
  NOT_SENT: "warn",
  REFUSED: "bad",
  DONE: "ok",
  ALREADY: "ok",
  DONE_ID_LOST: "unknown",
  UNKNOWN: "unknown",
  RESOLVED_DONE: "ok",
  RESOLVED_ABSENT: "idle",
  DISCARDED: "idle",
  ABANDONED: "unknown",
  DUPLICATE_FOUND: "bad",
};
