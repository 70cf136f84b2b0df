"use client";
import type { ReactNode } from "react";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { t } from "#lib/core/texts.ts";
import { chooseRowAction, steerListAction } from "../../actions.ts";

/** One step with a list: rehearse, start, pause, go on, try again, give up the rest. */
export function SteerButton({
  cloudId,
  listId,
  step,
  refusal,
  pendingText,
  primary = false,
  children,
}: {
  cloudId: string;
  listId: string;
  step: "rehearse" | "start" | "pause" | "resume" | "retry" | "discard";
  refusal: string;
  pendingText: string;
  primary?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <ActionButton
      action={steerListAction}
      fields={{ cloudId, listId, step }}
      variant={primary ? "primary" : "default"}
      {...{ refusal, pendingText }}
    >
      {children}
    </ActionButton>
  );
}

/** Takes one row in, or leaves it out. */
export function ChooseButton({
  rowId,
  name,
  isIncluded,
}: {
  rowId: string;
  name: string;
  isIncluded: boolean;
}): ReactNode {
  return (
    <ActionButton
      action={chooseRowAction}
      fields={{ rowId, isIncluded: isIncluded ? "no" : "yes" }}
      size="sm"
      pendingText={t("Changing")}
    >
      {isIncluded ? t("Leave out") : t("Create too")}
      <span className="sr-only"> {name}</span>
    </ActionButton>
  );
}
