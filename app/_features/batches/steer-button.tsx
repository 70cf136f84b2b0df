"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { t } from "#lib/core/texts.ts";

/** One step with a list or a plan: check again, rehearse, start, pause, go on, try again, give up the rest. */
export function SteerButton<T>({
  action,
  of,
  step,
  refusal,
  pendingText,
  primary = false,
  children,
}: {
  action: FormAction<T>;
  /** Which list or plan, by the names that the action knows. */
  of: Readonly<Record<string, string>>;
  step: "check" | "rehearse" | "start" | "pause" | "resume" | "retry" | "discard";
  refusal: string;
  pendingText: string;
  primary?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <ActionButton
      fields={{ ...of, step }}
      variant={primary ? "primary" : "default"}
      {...{ action, refusal, pendingText }}
    >
      {children}
    </ActionButton>
  );
}

/** Takes one row of a list, or one step of a plan, in or leaves it out. */
export function ChooseButton<T>({
  action,
  of,
  name,
  isIncluded,
  take,
  leave = t("Leave out"),
}: {
  action: FormAction<T>;
  /** Which row or step, by the name that the action knows. */
  of: Readonly<Record<string, string>>;
  name: string;
  isIncluded: boolean;
  /** What the button says of one that is left out. */
  take: string;
  /** What it says of one that is taken in. */
  leave?: string;
}): ReactNode {
  return (
    <ActionButton
      fields={{ ...of, isIncluded: isIncluded ? "no" : "yes" }}
      size="sm"
      pendingText={t("Changing")}
      {...{ action }}
    >
      {isIncluded ? leave : take}
      <span className="sr-only"> {name}</span>
    </ActionButton>
  );
}
