"use client";
import { CircleX } from "lucide-react";
import { createContext, useContext, useId, useMemo, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { marked } from "../marked.ts";
import { wrapped } from "../wrapped.ts";

/** What the form around says of itself and of a field: why it was refused, and what was typed there. Form (forms/form.tsx) provides it. */
export const FormContext = createContext<{
  pending: boolean;
  errorOf: (field: string) => string | undefined;
  typedOf: (field: string) => string | undefined;
} | null>(null);

type FieldWiring = {
  id: string;
  name: string | undefined;
  typed: string | undefined;
  hintId: string | undefined;
  errorId: string | undefined;
  required: boolean;
};

const FieldContext = createContext<FieldWiring | null>(null);

type Value = string | number | readonly string[] | undefined;
type Own = {
  id?: string | undefined;
  name?: string | undefined;
  type?: string | undefined;
  required?: boolean | undefined;
  value?: Value;
  defaultValue?: Value;
};
type Described = Omit<Own, "type" | "value"> & {
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
};

/** What a control gets from the Field around it: id, name, what was typed before, required, and the ids of hint and error. */
export function useFieldWiring(own: Own): Described {
  const field = useContext(FieldContext);
  if (field === null) return own;
  const describedBy = [field.errorId, field.hintId].filter(Boolean).join(" ");
  // A password never comes back, and a control that its page leads has no first value.
  const isKept = own.type !== "password" && own.value === undefined;
  return {
    id: own.id ?? field.id,
    name: own.name ?? field.name,
    defaultValue: (isKept ? field.typed : undefined) ?? own.defaultValue,
    required: own.required ?? (field.required || undefined),
    "aria-describedby": describedBy === "" ? undefined : describedBy,
    "aria-invalid": field.errorId === undefined ? undefined : true,
  };
}

/**
 * A label above its control, a hint and an error below. Connects label, description and error with the Input, Textarea, Select or FileInput
 * inside. With a `name`, a Form around gives it the message of a refusal and what was typed. Mark optional fields where most are required,
 * and the other way round.
 */
export function Field({
  label,
  name,
  hint,
  error: ownError,
  required = false,
  optional = false,
  aside,
  children,
}: {
  label: ReactNode;
  /** Of the control, and of what the form says about it. */
  name?: string;
  hint?: ReactNode;
  /** One message or several; the control is invalid while there is one. */
  error?: ReactNode | readonly string[] | undefined;
  required?: boolean;
  optional?: boolean;
  /** Small content at the right of the label: a "Forgot password?" link. */
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  const form = useContext(FormContext);
  const error = ownError ?? (name === undefined ? null : form?.errorOf(name));
  const typed = name === undefined ? undefined : form?.typedOf(name);
  const text = Array.isArray(error) ? error.join(" ") : error;
  const hasError = text !== undefined && text !== null && text !== false && text !== "";
  const hasHint = hint !== undefined && hint !== null;
  const wiring = useMemo(
    () => ({
      id,
      name,
      typed,
      hintId: hasHint ? `${id}-hint` : undefined,
      errorId: hasError ? `${id}-error` : undefined,
      required,
    }),
    [id, name, typed, hasHint, hasError, required],
  );
  return (
    <FieldContext value={wiring}>
      <div className="flex min-w-0 flex-col gap-[5px]">
        <div className="flex items-baseline gap-2">
          <label htmlFor={id} className="min-w-0 flex-1 text-13 font-medium">
            {marked(label)}
            {optional && <span className="font-normal text-fg-3"> {t("(optional)")}</span>}
          </label>
          {aside}
        </div>
        {children}
        {hasError && (
          <span id={`${id}-error`} className="flex gap-[5px] text-12 text-bad">
            <CircleX aria-hidden className="mt-px size-3.5" />
            {wrapped(text)}
          </span>
        )}
        {hasHint && (
          <span id={`${id}-hint`} className="text-12 text-fg-3">
            {wrapped(hint)}
          </span>
        )}
      </div>
    </FieldContext>
  );
}
