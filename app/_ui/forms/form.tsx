"use client";
import { useEffect, type ComponentProps, type ReactNode } from "react";
import { NO_ANSWER, type FormAction } from "#app/_server/action-result.ts";
import { FormContext } from "#app/_ui/primitives/field.tsx";
import { FormErrorSummary } from "./form-error-summary.tsx";
import { HiddenFields, type Fields } from "./hidden-fields.tsx";
import { useActionForm, type ActionForm } from "./use-action-form.ts";
import { useKeptInput } from "./use-kept-input.ts";

type FormProps = Omit<ComponentProps<"form">, "onInput" | keyof ActionForm<unknown>["formProps"]> & {
  /** What did not happen: "The Cloud was not created." */
  refusal: string;
  /** Fields that show their own error. */
  shown?: readonly string[] | undefined;
  /** Sent along, by the names that the action knows. */
  fields?: Fields | undefined;
  /** Keeps what is typed under this name while the person looks at other pages. For forms that start empty. */
  keptAs?: string | undefined;
  /** The service refused, and the person may send the form again. */
  isOpen?: boolean;
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
  keptAs,
  isOpen = false,
  children,
  ...rest
}: FormProps & { of: ActionForm<unknown> }): ReactNode {
  const keep = useKeptInput(keptAs, of.formProps.ref);
  // Sent again after no answer, under another key, it might be done twice.
  const isRefused = isOpen || (of.result?.ok === false && of.result.code !== NO_ANSWER);
  useEffect(() => {
    if (of.pending || isRefused) keep(of.pending);
  }, [of.pending, isRefused, keep]);
  return (
    <FormContext value={of}>
      <form {...rest} {...of.formProps} onInput={() => keep(of.pending)}>
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
