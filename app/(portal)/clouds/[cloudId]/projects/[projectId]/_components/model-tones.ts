import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { ModelState } from "#lib/features/models/rules.ts";

/** How the state of a model looks wherever it is shown. */
export const MODEL_TONES: Record<ModelState, Tone> = {
  waiting: "idle",
  running: "progress",
  ready: "ok",
  failed: "bad",
  wontFix: "bad",
  deleted: "idle",
  unstated: "unknown",
};
