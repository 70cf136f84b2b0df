"use client";
import {
  use,
  useActionState,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
  type SubmitEvent,
  type RefObject,
} from "react";
import { CONFIRMATION_NEEDED, type FormAction, type FormState } from "#app/_server/action-result.ts";
import { askForAnswer } from "./ask-for-answer.ts";
import { ConfirmationContext } from "./confirmation.ts";

export type ActionForm<T> = {
  /** Spread on the <form>. Also works without script, as an ordinary post. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    action: (form: FormData) => void;
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
  pending: boolean;
  /** The last result, null before the first. Pass it to FormErrorSummary. */
  result: FormState<T>;
  /** The message for a field's `error`. */
  errorOf: (field: string) => string | undefined;
  /** Earlier input, as a `defaultValue`: without script the page is loaded again. */
  typedOf: (field: string) => string | undefined;
};

/**
 * Binds a form to a server action. Input stays when the action refuses; a second press while the action runs has no effect; after a refusal
 * the first wrong field gets the focus, else the summary. `onDone` runs once per success (close the dialog, open the new page). A missing
 * answer is a failure of its own: the form stays and says that the outcome is unknown. If the action needs a fresh proof of identity, the
 * page asks for it and sends the same form again.
 * @param ask where the page's script runs: "freely" for an action that takes long, because it calls a service. The page can be left at once,
 * and the action goes on; a page that waits inside a transition is left only when that has ended. Or a function that gets the answer in
 * place of the action, always the same one, which never throws.
 */
export function useActionForm<T>(
  action: FormAction<T>,
  onDone?: (data: T) => void,
  ask?: "freely" | ((form: FormData) => Promise<FormState<T>>),
): ActionForm<T> {
  // The result of a post without script, or before the page was ready.
  const [posted, dispatch, isPosting] = useActionState<FormState<T>, FormData>(action, null);
  const [answered, setAnswered] = useState<FormState<T>>(null);
  const [isSending, startSending] = useTransition();
  const [isAsking, setIsAsking] = useState(false);
  const result = answered ?? posted;
  const pending = isPosting || isSending || isAsking;
  const ref = useRef<HTMLFormElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  const askConfirmation = use(ConfirmationContext);
  const sent = useRef<FormData>(null);
  const send = useCallback(
    (form: FormData): void => {
      sent.current = form;
      if (ask !== undefined) {
        setIsAsking(true);
        const asked = ask === "freely" ? askForAnswer(action, form) : ask(form);
        void asked.then(
          (answer) => {
            setAnswered(answer);
            setIsAsking(false);
          },
          // Next's own signal, such as a redirect, is for the boundaries around the form.
          (signal: unknown) => {
            startSending(() => {
              throw signal;
            });
          },
        );
        return;
      }
      startSending(async () => {
        const answer = await askForAnswer(action, form);
        startSending(() => setAnswered(answer));
      });
    },
    [action, ask],
  );
  const isAskedBack = result?.ok === false && result.code === CONFIRMATION_NEEDED && askConfirmation !== null;
  useEffect(() => {
    if (result === null) return;
    const form = sent.current;
    if (result.ok) done.current?.(result.data);
    else if (isAskedBack && form !== null) askConfirmation(() => send(form));
  }, [result, isAskedBack, askConfirmation, send]);
  // Together with the message: a little later, the focus would be taken from somebody who has gone on.
  useLayoutEffect(() => {
    if (result?.ok === false && !(isAskedBack && sent.current !== null)) focusWhatIsWrong(ref.current);
  }, [result, isAskedBack]);
  const onSubmit = useCallback(
    (event: SubmitEvent<HTMLFormElement>): void => {
      // React empties a form after its action; dispatching by hand keeps the input.
      event.preventDefault();
      if (pending) return;
      send(new FormData(event.currentTarget, event.nativeEvent.submitter));
    },
    [send, pending],
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
