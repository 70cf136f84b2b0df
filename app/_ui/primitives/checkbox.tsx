"use client";
import { Check } from "lucide-react";
import { useContext, useId, type ComponentProps, type ReactNode } from "react";
import { wrapped } from "../wrapped.ts";
import { FormContext } from "./field.tsx";

/** A tick box with its label; `hint` is a second, greyed line. Works in a form without script; a refused form keeps the tick. */
export function Checkbox({
  label,
  hint,
  defaultChecked,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "id" | "className"> & {
  label: ReactNode;
  hint?: ReactNode;
}): ReactNode {
  const id = useId();
  const form = useContext(FormContext);
  const isKept = rest.name !== undefined && form?.typedOf(rest.name) === String(rest.value ?? "on");
  return (
    <div className="flex min-h-6 items-start gap-[9px] pt-[3px] text-13">
      <span className="relative inline-grid size-4 shrink-0 place-items-center">
        <input
          type="checkbox"
          id={id}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          {...rest}
          defaultChecked={rest.checked === undefined ? isKept || defaultChecked : undefined}
          className="peer absolute inset-0 appearance-none rounded-1 border border-line-control bg-surface checked:border-accent checked:bg-accent disabled:border-line-strong disabled:bg-surface-2"
        />
        <Check
          aria-hidden
          className="pointer-events-none relative size-3 stroke-3 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className="min-w-0">
        <label htmlFor={id}>{wrapped(label)}</label>
        {hint !== undefined && (
          <small id={`${id}-hint`} className="block text-12 text-fg-3">
            {wrapped(hint)}
          </small>
        )}
      </span>
    </div>
  );
}
