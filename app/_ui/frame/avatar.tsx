import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { initialsOf } from "../format/initials.ts";

/** The initials of a person's name or address. The name itself must be beside it or be its label. */
export function Avatar({ name, soft = false }: { name: string; soft?: boolean }): ReactNode {
  return (
    <span
      aria-hidden
      className={cx(
        "grid size-6 shrink-0 place-items-center rounded-full text-[0.625rem] leading-none font-semibold",
        soft ? "border border-line-strong bg-surface-2 text-fg-2" : "bg-fg text-bg",
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
