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
  const [left] = leftOut;
  if (left !== undefined)
    words.push(
      t("{count} left out: {model} ({reason})", {
        count: leftOut.length,
        model: left.modelName ?? left.projectName,
        reason: told(left.reason),
      }),
    );
  const [unready] = notReady;
  if (unready !== undefined)
    words.push(
      t("{count} more not ready: {model} ({reason})", {
        count: notReady.length,
        model: unready.modelName ?? unready.projectName,
        reason: told(unready.reason),
      }),
    );
  return words.join(", ");
}
