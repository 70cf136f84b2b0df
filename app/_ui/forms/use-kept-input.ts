"use client";
import { use, useCallback, useLayoutEffect, type RefObject } from "react";
import { KeptInputContext, type KeptInput } from "./kept-input-provider.tsx";

/**
 * Fills a form, when it is first shown, with what was typed there before.
 * @param name of the form; undefined: nothing is kept
 * @returns to be called after each change and after a refusal, and with `true` when the form is sent, after which nothing is kept
 */
export function useKeptInput(
  name: string | undefined,
  form: RefObject<HTMLFormElement | null>,
): (isSent: boolean) => void {
  const kept = use(KeptInputContext);
  useLayoutEffect(() => {
    if (name === undefined) return;
    for (const [field, value] of kept?.current.get(name) ?? []) {
      const control = form.current?.elements.namedItem(field);
      if (isFillable(control)) control.value = value;
    }
  }, [kept, name, form]);
  return useCallback(
    (isSent) => {
      if (name !== undefined && form.current !== null)
        kept?.current.set(name, isSent ? [] : readInput(form.current));
    },
    [kept, name, form],
  );
}

/** A browser hands a chosen file to a page once, so only its own field can keep it. */
function readInput(form: HTMLFormElement): KeptInput {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && isFillable(form.elements.namedItem(name)) ? [[name, value] as const] : [],
  );
}

/** Lines of text and radio buttons. A choice of which only one is left is a hidden field. */
function isFillable(control: unknown): control is { value: string } {
  if (control instanceof HTMLInputElement) return control.type === "text";
  return control instanceof HTMLTextAreaElement || control instanceof RadioNodeList;
}
