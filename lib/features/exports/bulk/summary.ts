/** The result of a bulk run in one line. Pure and shared with client code. */
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { BulkRunView } from "./queries.ts";

/** "19 of 20 models, 1 failed: Blok C (…)": the result of a bulk run, always with what is missing. */
export function bulkSummary(
  run: Pick<
    BulkRunView,
    "models" | "modelsDone" | "modelsFailed" | "failures" | "leftOut" | "notReady" | "table"
  >,
): string {
  const { models, modelsDone, modelsFailed, failures, leftOut, notReady, table } = run;
  const words = [
    t("{done} of {models} {models, plural, one {model} other {models}}", { done: modelsDone, models }),
  ];
  const [failure] = failures;
  if (modelsFailed > 0 && table !== null)
    words.push(
      t("no table: {reason}", {
        reason: failure === undefined ? t("no reason was recorded") : told(failure.reason),
      }),
    );
  else if (modelsFailed > 0)
    words.push(
      failure === undefined
        ? t("{count} failed", { count: modelsFailed })
        : t("{count} failed: {model} ({reason})", {
            count: modelsFailed,
            model: failure.modelName,
            reason: told(failure.reason),
          }),
    );
  const left = firstOf(leftOut);
  if (left !== null) words.push(t("{count} left out: {model} ({reason})", left));
  const unready = firstOf(notReady);
  if (unready !== null) words.push(t("{count} more not ready: {model} ({reason})", unready));
  return words.join(", ");
}

/** How many models there are, and the first of them with its reason; null without any. */
function firstOf(models: BulkRunView["leftOut"]) {
  const [first] = models;
  if (first === undefined) return null;
  return {
    count: models.length,
    model: first.modelName ?? first.projectName,
    reason: told(first.reason),
  };
}
