import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { PlanStepView, StepOutcome } from "#lib/features/plans/schema.ts";

export const OUTCOMES: Record<StepOutcome, { words: string; tone: Tone }> = {
  LEFT_OUT: { words: "Left out", tone: "idle" },
  HELD_BACK: { words: "Held back", tone: "warn" },
  TO_SEND: { words: "Not sent yet", tone: "idle" },
  PREPARED: { words: "Prepared", tone: "idle" },
  HELD: { words: "Held", tone: "warn" },
  SENDING: { words: "Sending", tone: "progress" },
  NOT_SENT: { words: "Not sent", tone: "warn" },
  REFUSED: { words: "Refused", tone: "bad" },
  DONE: { words: "Done", tone: "ok" },
  ALREADY: { words: "Already a member", tone: "ok" },
  DONE_ID_LOST: { words: "Done, number lost", tone: "unknown" },
  UNKNOWN: { words: "Unknown", tone: "unknown" },
  RESOLVED_DONE: { words: "Confirmed", tone: "ok" },
  RESOLVED_ABSENT: { words: "Confirmed missing", tone: "idle" },
  DISCARDED: { words: "Given up", tone: "idle" },
  ABANDONED: { words: "Closed, uncertain", tone: "unknown" },
  DUPLICATE_FOUND: { words: "Done twice", tone: "unknown" },
};

export const KINDS: Record<PlanStepView["kind"], string> = {
  CREATE_CLOUD: "Cloud",
  CREATE_PROJECT: "Project",
  INVITE: "Invitation",
  UPLOAD: "Model",
};
