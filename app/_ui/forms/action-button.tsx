"use client";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import type { ButtonLook } from "../primitives/button.tsx";
import { FormErrorSummary } from "./form-error-summary.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import { SmallRefusal } from "./small-refusal.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { useActionForm } from "./use-action-form.ts";

/** A button with its own form and fixed fields. A refusal is shown below it. */
export function ActionButton<T>({
  action,
  fields,
  pendingText,
  refusal,
  variant = "default",
  size,
  onDone,
  done,
  isSlow = false,
  children,
}: {
  action: FormAction<T>;
  /** The fields to send, by the names that the action knows. */
  fields: Readonly<Record<string, string>>;
  pendingText: string;
  /** What did not happen ("Nothing was sent."), above the reason; absent: only the reason, in small print. */
  refusal?: string;
  onDone?: (data: T) => void;
  /** A message after success, where the page does not show the result itself. */
  done?: (data: T) => ReactNode;
  /** The action waits for a service: the page can be left meanwhile. */
  isSlow?: boolean;
  children: ReactNode;
} & Pick<ButtonLook, "variant" | "size">): ReactNode {
  const { formProps, pending, result } = useActionForm(action, onDone, isSlow ? "freely" : undefined);
  return (
    <form {...formProps} className={refusal === undefined ? undefined : "grid gap-2"}>
      <HiddenFields fields={fields} />
      <SubmitButton variant={variant} size={size} pending={pending} pendingText={pendingText}>
        {children}
      </SubmitButton>
      {refusal === undefined ? (
        <SmallRefusal message={result?.ok === false ? result.message : null} />
      ) : (
        <FormErrorSummary result={result} title={refusal} />
      )}
      {result?.ok === true && done?.(result.data)}
    </form>
  );
}
