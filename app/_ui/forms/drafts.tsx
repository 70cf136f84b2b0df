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

type Typed = readonly (readonly [name: string, value: string])[];

const DraftsContext = createContext<RefObject<Map<string, Typed>> | null>(null);

/**
 * Holds what was typed in forms whose page was left, so that it is there again when the person returns. In memory only: it goes when the
 * person signs out or loads a page anew.
 */
export function DraftsProvider({ children }: { children: ReactNode }): ReactNode {
  return <DraftsContext value={useRef(new Map<string, Typed>())}>{children}</DraftsContext>;
}

/**
 * Fills a form with its draft when it is first shown.
 * @param name what the draft is for; undefined: the form has none
 * @returns `keep` after each change and after a refusal, `drop` while the form is being sent
 */
export function useDraft(
  name: string | undefined,
  form: RefObject<HTMLFormElement | null>,
): { keep: () => void; drop: () => void } {
  const drafts = use(DraftsContext);
  useLayoutEffect(() => {
    if (name === undefined || form.current === null) return;
    for (const [field, value] of drafts?.current.get(name) ?? []) fill(form.current, field, value);
  }, [drafts, name, form]);
  const keep = useCallback(() => {
    if (name === undefined || form.current === null) return;
    drafts?.current.set(name, readTyped(form.current));
  }, [drafts, name, form]);
  const drop = useCallback(() => {
    if (name !== undefined) drafts?.current.delete(name);
  }, [drafts, name]);
  return { keep, drop };
}

/** A browser hands a chosen file to a page once, so only its own field can keep it. */
function readTyped(form: HTMLFormElement): Typed {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && !isHidden(form.elements.namedItem(name)) ? [[name, value] as const] : [],
  );
}

function isHidden(control: Element | RadioNodeList | null): boolean {
  return control instanceof HTMLInputElement && (control.type === "hidden" || control.type === "password");
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name);
  // A choice that has become the only one is a hidden field.
  if (control !== null && "value" in control && !isHidden(control)) control.value = value;
}
