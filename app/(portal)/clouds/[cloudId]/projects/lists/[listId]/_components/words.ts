import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { ProjectVerdict } from "#lib/db/client.ts";
import type { RowOutcome } from "#lib/features/projects/lists/schema.ts";

export const VERDICTS: Record<ProjectVerdict, { words: string; tone: Tone }> = {
  GOOD: { words: "Good", tone: "ok" },
  REPEATED: { words: "Repeated", tone: "warn" },
  EXISTS: { words: "Name exists", tone: "warn" },
  UNDER_WAY: { words: "Under way", tone: "unknown" },
  UNKNOWN_PARENT: { words: "Unknown parent", tone: "bad" },
  MALFORMED: { words: "Malformed", tone: "bad" },
};

export const OUTCOMES: Record<RowOutcome, { words: string; tone: Tone }> = {
  LEFT_OUT: { words: "Left out", tone: "idle" },
  HELD_BACK: { words: "Held back", tone: "warn" },
  TO_SEND: { words: "Not sent yet", tone: "idle" },
  PREPARED: { words: "Prepared", tone: "idle" },
  HELD: { words: "Held", tone: "warn" },
  SENDING: { words: "Sending", tone: "progress" },
  NOT_SENT: { words: "Not sent", tone: "warn" },
  REFUSED: { words: "Refused", tone: "bad" },
  DONE: { words: "Created", tone: "ok" },
  ALREADY: { words: "Nothing had to be sent", tone: "ok" },
  DONE_ID_LOST: { words: "Created, number lost", tone: "unknown" },
  UNKNOWN: { words: "Unknown", tone: "unknown" },
  RESOLVED_DONE: { words: "Confirmed", tone: "ok" },
  RESOLVED_ABSENT: { words: "Confirmed missing", tone: "idle" },
  DISCARDED: { words: "Given up", tone: "idle" },
  ABANDONED: { words: "Closed, uncertain", tone: "unknown" },
  DUPLICATE_FOUND: { words: "Created twice", tone: "unknown" },
};
