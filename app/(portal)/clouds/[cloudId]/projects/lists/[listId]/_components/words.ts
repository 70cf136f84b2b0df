import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { ProjectVerdict } from "#lib/db/client.ts";

export const VERDICT_TONES: Record<ProjectVerdict, Tone> = {
  GOOD: "ok",
  REPEATED: "warn",
  EXISTS: "warn",
  UNDER_WAY: "unknown",
  UNKNOWN_PARENT: "bad",
  MALFORMED: "bad",
};
