"use client";
import type { ReactNode } from "react";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { marked } from "#app/_ui/marked.ts";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { correctRowAction, includeRowAction } from "../../actions.ts";

/** Accepts the suggested address. */
export function UseSuggestionButton({ rowId, suggestion }: { rowId: string; suggestion: string }): ReactNode {
  const at = suggestion.lastIndexOf("@");
  return (
    <ActionButton
      action={correctRowAction}
      fields={{ rowId, address: suggestion }}
      size="sm"
      pendingText={t("Changing")}
      refusal={t("Nothing was changed.")}
    >
      {rich("Use {domain}<sr> for {name}</sr>", {
        domain: suggestion.slice(at + 1),
        name: suggestion.slice(0, at),
      })}
    </ActionButton>
  );
}

/** Includes a row, or leaves it out. */
export function IncludeButton({
  rowId,
  isIncluded,
  typed,
  children,
}: {
  rowId: string;
  /** The state after the press. */
  isIncluded: boolean;
  typed: string;
  children: ReactNode;
}): ReactNode {
  return (
    <ActionButton
      action={includeRowAction}
      fields={{ rowId, isIncluded: isIncluded ? "yes" : "no" }}
      size="sm"
      variant={isIncluded ? "default" : "ghost"}
      pendingText={t("Changing")}
      refusal={t("Nothing was changed.")}
    >
      {children}
      <span className="sr-only">: {marked(typed)}</span>
    </ActionButton>
  );
}
