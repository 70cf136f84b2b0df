"use client";
import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type RefObject,
} from "react";

type Input = readonly (readonly [name: string, value: string])[];

const KeptInputContext = createContext<RefObject<Map<string, Input>> | null>(null);

/**
 * Holds what was typed in forms whose page was left, so that it is there again when the person returns. In memory only: it goes when the
 * person signs out or loads a page anew.
 */
export function KeptInputProvider({ children }: { children: ReactNode }): ReactNode {
  return <KeptInputContext value={useRef(new Map<string, Input>())}>{children}</KeptInputContext>;
}

/**
 * Fills a form, when it is first shown, with what was typed there before.
 * @param name of the form; undefined: nothing is kept
 * @returns `keep` after each change and after a refusal, `drop` when the form is sent
 */
export function useKeptInput(
  name: string | undefined,
  form: RefObject<HTMLFormElement | null>,
): { keep: () => void; drop: () => void } {
  const kept = use(KeptInputContext);
  useLayoutEffect(() => {
    if (name === undefined || form.current === null) return;
    for (const [field, value] of kept?.current.get(name) ?? []) fill(form.current, field, value);
  }, [kept, name, form]);
  const keep = useCallback(() => {
    if (name === undefined || form.current === null) return;
    kept?.current.set(name, readInput(form.current));
  }, [kept, name, form]);
  const drop = useCallback(() => {
    if (name !== undefined) kept?.current.delete(name);
  }, [kept, name]);
  return { keep, drop };
}

/** A browser hands a chosen file to a page once, so only its own field can keep it. */
function readInput(form: HTMLFormElement): Input {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && isFillable(form.elements.namedItem(name)) ? [[name, value] as const] : [],
  );
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name);
  if (isFillable(control)) control.value = value;
}

/** Lines of text and radio buttons. A choice of which only one is left is a hidden field. */
function isFillable(
  control: Element | RadioNodeList | null,
): control is HTMLInputElement | HTMLTextAreaElement | RadioNodeList {
  if (control instanceof HTMLInputElement) return ["text", "email", "url"].includes(control.type);
  return control instanceof HTMLTextAreaElement || control instanceof RadioNodeList;
}
