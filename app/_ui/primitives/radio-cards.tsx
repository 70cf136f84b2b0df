"use client";
import { useContext, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { marked } from "../marked.ts";
import { wrapped } from "../wrapped.ts";
import { FormContext } from "./field.tsx";

export type RadioCard = {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  /** At the right of the label: a badge. */
  aside?: ReactNode;
  disabled?: boolean;
};

/**
 * A choice between a few options, each described in a sentence. Radio buttons, so arrow keys move and forms work without script. A refused
 * form keeps what was chosen.
 */
export function RadioCards({
  legend,
  name,
  options,
  defaultValue,
  columns = 1,
  legendHidden = false,
}: {
  legend: ReactNode;
  name: string;
  options: readonly RadioCard[];
  defaultValue?: string | undefined;
  columns?: 1 | 2 | 3;
  legendHidden?: boolean;
}): ReactNode {
  const chosen = useContext(FormContext)?.typedOf(name) ?? defaultValue;
  return (
    <fieldset className="min-w-0">
      <legend className={legendHidden ? "sr-only" : "mb-1.5 text-13 font-medium"}>{marked(legend)}</legend>
      <div className={cx("grid gap-2", columns === 2 && "sm:grid-cols-2", columns === 3 && "sm:grid-cols-3")}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-[9px] rounded-2 border border-line-strong bg-surface px-[11px] py-[9px] text-13 has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-disabled:cursor-not-allowed has-disabled:bg-surface-2 has-disabled:text-fg-3"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === chosen}
              disabled={option.disabled}
              className="mt-0.5 size-3.5 shrink-0 appearance-none rounded-full border border-line-control checked:border-4 checked:border-accent"
            />
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-2">
                <span className="flex-1 font-medium">{wrapped(option.label)}</span>
                {option.aside}
              </span>
              {option.hint !== undefined && (
                <small className="mt-0.5 block text-12 text-fg-3">{wrapped(option.hint)}</small>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
