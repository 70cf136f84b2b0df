"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { marked } from "#app/_ui/marked.ts";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { correctRowAction, includeRowAction } from "../../actions.ts";

/** Accepts the suggested address. */
export function UseSuggestionButton({ rowId, suggestion }: { rowId: string; suggestion: string }): ReactNode {
  const form = useActionForm(correctRowAction);
  const at = suggestion.lastIndexOf("@");
  return (
    <form {...form.formProps}>
      <input type="hidden" name="rowId" value={rowId} />
      <input type="hidden" name="address" value={suggestion} />
      <SubmitButton size="sm" variant="default" pending={form.pending} pendingText={t("Changing")}>
        {rich("Use {domain}<hidden> for {name}</hidden>", {
          domain: suggestion.slice(at + 1),
          name: suggestion.slice(0, at),
          hidden: (inner) => <span className="sr-only">{inner}</span>,
        })}
      </SubmitButton>
      <FormErrorSummary result={form.result} title={t("Nothing was changed.")} />
    </form>
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
  const form = useActionForm(includeRowAction);
  return (
    <form {...form.formProps}>
      <input type="hidden" name="rowId" value={rowId} />
      <input type="hidden" name="isIncluded" value={isIncluded ? "yes" : "no"} />
      <SubmitButton
        size="sm"
        variant={isIncluded ? "default" : "ghost"}
        pending={form.pending}
        pendingText={t("Changing")}
      >
        {children}
        <span className="sr-only">: {marked(typed)}</span>
      </SubmitButton>
      <FormErrorSummary result={form.result} title={t("Nothing was changed.")} />
    </form>
  );
}
