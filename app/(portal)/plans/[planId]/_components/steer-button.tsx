"use client";
import type { ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
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
  const form = useActionForm(steerPlanAction);
  return (
    <form {...form.formProps} className="grid gap-2">
      <input type="hidden" name="planId" value={planId} />
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
  const form = useActionForm(chooseStepAction);
  return (
    <form {...form.formProps}>
      <input type="hidden" name="stepId" value={stepId} />
      <input type="hidden" name="isIncluded" value={isIncluded ? "no" : "yes"} />
      <SubmitButton variant="default" size="sm" pending={form.pending} pendingText="Changing">
        {isIncluded ? "Leave out" : take}
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
