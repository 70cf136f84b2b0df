"use client";
import type { ComponentProps, ReactNode } from "react";
import { FormContext } from "#app/_ui/primitives/field.tsx";
import { FormErrorSummary } from "./form-error-summary.tsx";
import { HiddenFields, type Fields } from "./hidden-fields.tsx";
import type { ActionForm } from "./use-action-form.ts";

/**
 * A form bound to a server action. A refusal is shown above its content. A `Field` inside names what it is for, and so has the refused
 * field's message and what was typed there.
 */
export function Form({
  of,
  refusal,
  shown,
  fields = {},
  children,
  ...rest
}: Omit<ComponentProps<"form">, keyof ActionForm<unknown>["formProps"]> & {
  of: ActionForm<unknown>;
  /** What did not happen: "The Cloud was not created." */
  refusal: string;
  /** Fields that show their own error. */
  shown?: readonly string[] | undefined;
  /** Sent along, by the names that the action knows. */
  fields?: Fields | undefined;
}): ReactNode {
  return (
    <FormContext value={of}>
      <form {...rest} {...of.formProps}>
        <FormErrorSummary result={of.result} title={refusal} shownFields={shown} />
        <HiddenFields fields={fields} />
        {children}
      </form>
    </FormContext>
  );
}
