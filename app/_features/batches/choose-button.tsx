"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";

/** Includes one row of a list, or one step of a plan, or leaves it out. */
export function ChooseButton<T>({
  action,
  of,
  name,
  isIncluded,
  take,
  leave = t("Leave out"),
}: {
  action: FormAction<T>;
  /** Fields that identify the row or step, by the name that the action knows. */
  of: Readonly<Record<string, string>>;
  name: string;
  isIncluded: boolean;
  /** The label for one that is left out. */
  take: string;
  /** The label for one that is included. */
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
      <span className="sr-only"> {marked(name)}</span>
    </ActionButton>
  );
}
