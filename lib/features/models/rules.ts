/** What may be done with models and files, without zod, so that pages can load it alone. Pure. */
import { t } from "#lib/core/texts.ts";

export const MODEL_STATES = [
  "waiting",
  "running",
  "ready",
  "failed",
  "wontFix",
  "deleted",
  "unstated",
] as const;
export type ModelState = (typeof MODEL_STATES)[number];

type Standing = { state: ModelState; isArchived: boolean };

/** Models that are dismissed, or shown again, at once. */
export const DISMISS_MAX = 200;

/** Models that one request changes; larger changes take several requests. */
export const CHANGE_AT_ONCE = 10;

export const FILE_NAME_LENGTH_MAX = 256;

/** Larger than any known model; services have lower limits of their own. */
export const MODEL_BYTES_MAX = 20 * 1024 ** 3;

/** By its name: an .ifc, or an .ifczip, which contains one model. */
export function isModelFile(name: string): boolean {
  return /\.(?:ifc|ifczip)$/i.test(name);
}

/** A failed model needs attention until it is dismissed; archiving it at the service dismisses it, too. */
export function hasFailed({ state, isArchived }: Standing): boolean {
  return !isArchived && (state === "failed" || state === "wontFix");
}

export type ModelAct = "delete" | "process";

/** Null: possible. Else the reason, in one sentence. */
export function verdictOf(act: ModelAct | "dismiss", model: Standing): string | null {
  const isOnItsWay = model.state === "waiting" || model.state === "running";
  if (act === "process" && isOnItsWay) return t("The service is processing this model already.");
  if (act === "dismiss" && !hasFailed(model)) return t("The model has not failed.");
  return null;
}
