import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { ProjectVerdict } from "#lib/db/client.ts";
import type { RowOutcome } from "#lib/features/projects/lists/schema.ts";

export const VERDICT_TONES: Record<ProjectVerdict, Tone> = {
  GOOD: "ok",
  REPEATED: "warn",
  EXISTS: "warn",
  UNDER_WAY: "unknown",
  UNKNOWN_PARENT: "bad",
  MALFORMED: "bad",
};

export const OUTCOME_TONES: Record<RowOutcome, Tone> = {
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
  DUPLICATE_FOUND: "unknown",
};
