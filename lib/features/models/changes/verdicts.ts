/** Why an action on a model is not possible, before anything is sent. Pure; also used in the browser, so without zod. */
import { t } from "#lib/core/texts.ts";
import { hasFailed } from "../failed.ts";
import type { ModelView } from "../schema.ts";

export type ModelAct = "delete" | "process";

/** Null: possible. Else the reason, in one sentence. */
export function verdictOf(
  act: ModelAct | "dismiss",
  model: Pick<ModelView, "state" | "isArchived">,
): string | null {
  const isOnItsWay = model.state === "waiting" || model.state === "running";
  if (act === "process" && isOnItsWay) return t("The service is processing this model already.");
  if (act === "dismiss" && !hasFailed(model)) return t("The model has not failed.");
  return null;
}
