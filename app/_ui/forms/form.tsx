"use client";
import type { ComponentProps, ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { FormContext } from "#app/_ui/primitives/field.tsx";
import { FormErrorSummary } from "./form-error-summary.tsx";
import { HiddenFields, type Fields } from "./hidden-fields.tsx";
import { useActionForm, type ActionForm } from "./use-action-form.ts";

type FormProps = Omit<ComponentProps<"form">, keyof ActionForm<unknown>["formProps"]> & {
  /** What did not happen: "The Cloud was not created." */
  refusal: string;
  /** Fields that show their own error. */
  shown?: readonly string[] | undefined;
  /** Sent along, by the names that the action knows. */
  fields?: Fields | undefined;
};

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
}: FormProps & { of: ActionForm<unknown> }): ReactNode {
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

/** The same for a form whose component needs nothing of it: with `freely` its page can be left while the action runs. */
export function FormOf<T>({
  action,
  onDone,
  freely = false,
  ...rest
}: FormProps & { action: FormAction<T>; onDone?: (data: T) => void; freely?: boolean }): ReactNode {
  return <Form of={useActionForm(action, onDone, freely ? "freely" : undefined)} {...rest} />;
}
