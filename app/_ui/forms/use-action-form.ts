"use client";
import {
  useActionState,
  useCallback,
  useEffect,
  useRef,
  startTransition,
  type SubmitEvent,
  type RefObject,
} from "react";
import type { FormState } from "#app/_server/action-result.ts";

type FormAction<T> = (previous: FormState<T>, form: FormData) => Promise<FormState<T>>;

export type ActionForm<T> = {
  /** Spread on the <form>. Works without script too, as an ordinary post. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    action: (form: FormData) => void;
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
  pending: boolean;
  /** The last answer, null before the first. Give it to FormErrorSummary. */
  result: FormState<T>;
  /** The sentence for a field's `error`. */
  errorOf: (field: string) => string | undefined;
  /** What was typed before, as a `defaultValue`: without script the page comes back anew. */
  typedOf: (field: string) => string | undefined;
};

/**
 * Binds a form to a server action. What was typed stays when the action refuses; a second press while one is under way
 * does nothing; after a refusal the focus goes to the first field that is wrong, else to the summary. `onDone` runs once
 * for each success (close the dialog, go to the new page).
 */
export function useActionForm<T>(action: FormAction<T>, onDone?: (data: T) => void): ActionForm<T> {
  const [result, dispatch, pending] = useActionState<FormState<T>, FormData>(action, null);
  const ref = useRef<HTMLFormElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (result === null) return;
    if (result.ok) done.current?.(result.data);
    else focusWhatIsWrong(ref.current);
  }, [result]);
  const onSubmit = useCallback(
    (event: SubmitEvent<HTMLFormElement>): void => {
      // React empties a form after its action; dispatching by hand keeps what was typed.
      event.preventDefault();
      if (pending) return;
      const form = new FormData(event.currentTarget, event.nativeEvent.submitter);
      startTransition(() => dispatch(form));
    },
    [dispatch, pending],
  );
  const refusal = result?.ok === false ? result : null;
  return {
    formProps: { ref, action: dispatch, onSubmit },
    pending,
    result,
    errorOf: (field) => refusal?.fieldErrors[field]?.join(" "),
    typedOf: (field) => refusal?.typed[field],
  };
}

function focusWhatIsWrong(form: HTMLFormElement | null): void {
  const target =
    form?.querySelector<HTMLElement>("[aria-invalid='true']") ??
    form?.querySelector<HTMLElement>("[data-form-errors]");
  target?.focus();
}
