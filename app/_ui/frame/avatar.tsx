import type { ReactNode } from "react";
import { initialsOf } from "../format/initials.ts";

/** The initials of a person's name or address. The name itself must be beside it or be its label. */
export function Avatar({ name }: { name: string }): ReactNode {
  return (
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center rounded-full bg-fg text-[0.625rem] leading-none font-semibold text-bg"
    >
      {initialsOf(name)}
    </span>
  );
}
