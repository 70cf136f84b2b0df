"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { chooseRowAction, steerListAction } from "../../actions.ts";

/** One step with a list: start, pause, go on, try again, give up the rest. */
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
  const form = useActionForm(steerListAction);
  return (
    <form {...form.formProps} className="grid gap-2">
      <input type="hidden" name="cloudId" value={cloudId} />
      <input type="hidden" name="listId" value={listId} />
      <input type="hidden" name="step" value={step} />
      <SubmitButton
        variant={primary ? "primary" : "default"}
        pending={form.pending}
        pendingText={pendingText}
      >
        {children}
      </SubmitButton>
      <FormErrorSummary result={form.result} title={refusal} />
    </form>
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
  const form = useActionForm(chooseRowAction);
  return (
    <form {...form.formProps}>
      <input type="hidden" name="rowId" value={rowId} />
      <input type="hidden" name="isIncluded" value={isIncluded ? "no" : "yes"} />
      <SubmitButton variant="default" size="sm" pending={form.pending} pendingText="Changing">
        {isIncluded ? "Leave out" : "Create too"}
        <span className="sr-only"> {name}</span>
      </SubmitButton>
      {form.result?.ok === false && (
        <small role="alert" className="text-bad">
          {form.result.message}
        </small>
      )}
    </form>
  );
}
