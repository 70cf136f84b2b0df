import { Pause, Play, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { t } from "#lib/core/texts.ts";

type Step<T> = {
  action: FormAction<T>;
  /** Which batch, and where the action does several things, which of them. */
  fields: Readonly<Record<string, string>>;
  /** Of addresses or projects, or a plan. */
  of: "list" | "plan";
};

/** Pauses a list or plan that is being sent. */
export function PauseBatch<T>({ of, ...step }: Step<T>): ReactNode {
  return (
    <ActionButton
      {...step}
      refusal={of === "list" ? t("The list was not paused.") : t("The plan was not paused.")}
      pendingText={t("Pausing")}
    >
      <Pause aria-hidden />
      {of === "list" ? t("Pause list") : t("Pause plan")}
    </ActionButton>
  );
}

/** Resumes a paused list or plan; `children` say with how much. */
export function ResumeBatch<T>({ of, children, ...step }: Step<T> & { children: ReactNode }): ReactNode {
  return (
    <ActionButton
      {...step}
      refusal={of === "list" ? t("The list was not resumed.") : t("The plan was not resumed.")}
      pendingText={t("Resuming")}
      variant="primary"
    >
      <Play aria-hidden />
      {children}
    </ActionButton>
  );
}

/** Sends the refused and unsent rows of a list, or steps of a plan, once more. */
export function RetryBatch<T>({ of, count, ...step }: Step<T> & { count: number }): ReactNode {
  return (
    <ActionButton {...step} refusal={t("Nothing was sent again.")} pendingText={t("Starting")}>
      <RotateCcw aria-hidden />
      {of === "list"
        ? t("Retry {count, plural, one {# refused or unsent row} other {# refused or unsent rows}}", {
            count,
          })
        : t("Retry {count, plural, one {# refused or unsent step} other {# refused or unsent steps}}", {
            count,
          })}
    </ActionButton>
  );
}
