import { Pause, Play, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { t } from "#lib/core/texts.ts";

type Step<T> = {
  action: FormAction<T>;
  /** Which list, and where the action does several things, which of them. */
  fields: Readonly<Record<string, string>>;
};

/** Pauses a list of invitations or projects that is being sent. */
export function PauseList<T>(step: Step<T>): ReactNode {
  return (
    <ActionButton {...step} refusal={t("The list was not paused.")} pendingText={t("Pausing")}>
      <Pause aria-hidden />
      {t("Pause")}
    </ActionButton>
  );
}

/** Resumes a paused list; `children` say with how many. */
export function ResumeList<T>({ children, ...step }: Step<T> & { children: ReactNode }): ReactNode {
  return (
    <ActionButton
      {...step}
      refusal={t("The list was not resumed.")}
      pendingText={t("Resuming")}
      variant="primary"
    >
      <Play aria-hidden />
      {children}
    </ActionButton>
  );
}

/** Sends the refused and unsent rows of a list once more. */
export function RetryList<T>({ count, ...step }: Step<T> & { count: number }): ReactNode {
  return (
    <ActionButton {...step} refusal={t("Nothing was sent again.")} pendingText={t("Starting")}>
      <RotateCcw aria-hidden />
      {t("Retry {count, plural, one {# refused or unsent row} other {# refused or unsent rows}}", { count })}
    </ActionButton>
  );
}
