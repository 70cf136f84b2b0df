/** What stands against acting on a model, before anything is sent. Pure; read by the browser too, so without zod. */
import { t } from "#lib/core/texts.ts";
import { hasFailed } from "../failed.ts";
import type { ModelView } from "../schema.ts";

export type ModelAct = "delete" | "process";

/** Null: nothing. Else one sentence. */
export function verdictOf(
  act: ModelAct | "dismiss",
  model: Pick<ModelView, "state" | "isArchived">,
): string | null {
  const isOnItsWay = model.state === "waiting" || model.state === "running";
  if (act === "process" && isOnItsWay) return t("The service is processing this model already.");
  if (act === "dismiss" && !hasFailed(model)) return t("The model has not failed.");
  return null;
}
