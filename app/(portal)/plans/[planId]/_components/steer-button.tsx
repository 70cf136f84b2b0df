"use client";
import type { ReactNode } from "react";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { t } from "#lib/core/texts.ts";
import { chooseStepAction, steerPlanAction } from "../../actions.ts";

/** One step with a plan: rehearse, start, pause, go on, try again, give up the rest. */
export function SteerButton({
  planId,
  step,
  refusal,
  pendingText,
  primary = false,
  children,
}: {
  planId: string;
  step: "rehearse" | "start" | "pause" | "resume" | "retry" | "discard";
  refusal: string;
  pendingText: string;
  primary?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <ActionButton
      action={steerPlanAction}
      fields={{ planId, step }}
      variant={primary ? "primary" : "default"}
      {...{ refusal, pendingText }}
    >
      {children}
    </ActionButton>
  );
}

/** Takes one person or model in, or leaves one out. */
export function ChooseButton({
  stepId,
  name,
  isIncluded,
  take,
}: {
  stepId: string;
  name: string;
  isIncluded: boolean;
  take: string;
}): ReactNode {
  return (
    <ActionButton
      action={chooseStepAction}
      fields={{ stepId, isIncluded: isIncluded ? "no" : "yes" }}
      size="sm"
      pendingText={t("Changing")}
    >
      {isIncluded ? t("Leave out") : take}
      <span className="sr-only"> {name}</span>
    </ActionButton>
  );
}
