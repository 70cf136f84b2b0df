"use client";
import { ChevronDown, Search } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useKeyAct } from "../acts/page-acts.tsx";
import { useOwnRef } from "../acts/use-own-ref.ts";
import { cx } from "../cx.ts";
import { useFieldWiring } from "./field.tsx";

const LOOK =
  "w-full min-w-0 rounded-2 border border-line-control bg-surface text-14 focus-visible:outline-offset-1 aria-invalid:border-bad disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface-2 disabled:text-fg-3";

/**
 * A line of text. Gets its id, label and error from the Field around it. `hasLens` shows the magnifying glass inside, left. An input of
 * type search has it too, and its label as placeholder; the search key focuses it.
 */
export function Input({
  hasLens,
  ref,
  className,
  ...rest
}: ComponentProps<"input"> & { hasLens?: boolean }): ReactNode {
  const own = useOwnRef(ref);
  const isSearch = rest.type === "search";
  const withLens = hasLens ?? isSearch;
  useKeyAct("search", own, isSearch && rest.disabled !== true ? { run: focusAll } : null);
  const input = (
    <input
      ref={own}
      placeholder={isSearch ? rest["aria-label"] : undefined}
      {...rest}
      {...useFieldWiring(rest)}
      className={cx(LOOK, "h-[2.125rem] px-2.5", withLens && "pl-8", !withLens && className)}
    />
  );
  if (!withLens) return input;
  return (
    <span
      className={cx(
        "relative block text-fg-3 [&>.lucide]:pointer-events-none [&>.lucide]:absolute [&>.lucide]:top-1/2 [&>.lucide]:left-2.5 [&>.lucide]:size-3.5 [&>.lucide]:-translate-y-1/2 [&>input]:text-fg",
        className,
      )}
    >
      <Search aria-hidden />
      {input}
    </span>
  );
}

function focusAll(input: HTMLInputElement): void {
  input.focus();
  input.select();
}

/** Several lines of text; can be resized. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">): ReactNode {
  return (
    <textarea
      rows={rows}
      {...rest}
      {...useFieldWiring(rest)}
      className={cx(LOOK, "block resize-y px-2.5 py-2", className)}
    />
  );
}

/** The browser's own select with Portico's styling; give it Options, or <option> children. */
export function Select({ className, children, ...rest }: ComponentProps<"select">): ReactNode {
  return (
    <span className={cx("relative block", className)}>
      <select
        {...rest}
        {...useFieldWiring(rest)}
        className={cx(LOOK, "h-[2.125rem] appearance-none truncate pr-8 pl-2.5")}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-fg-3"
      />
    </span>
  );
}

/** A file from this machine. */
export function FileInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">): ReactNode {
  return (
    <input
      type="file"
      {...rest}
      {...useFieldWiring(rest)}
      className={cx(
        LOOK,
        "h-[2.125rem] cursor-pointer pr-2.5 text-13 file:mr-2.5 file:h-full file:cursor-pointer file:rounded-l-2 file:border-0 file:border-r file:border-line-strong file:bg-surface-2 file:px-3 file:font-medium file:text-fg",
        className,
      )}
    />
  );
}
