import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { isShown } from "../shown.ts";
import { wrapped } from "../wrapped.ts";
import { ToneIcon, type Tone } from "./tone.tsx";

const LOOK: Record<Tone, string> = {
  ok: "[&>.lucide]:text-ok",
  warn: "text-warn",
  bad: "text-bad",
  unknown: "text-unknown",
  progress: "[&>.lucide]:text-accent",
  idle: "text-fg-2 [&>.lucide]:text-fg-3",
};

/**
 * A state in a row: icon, word and colour together. `icon` replaces the tone's own (a clock for "Waiting"); `detail` is its evidence on a
 * separate line ("on the pending list; reminded twice").
 */
export function State({
  tone,
  icon,
  detail,
  narrow = false,
  children,
}: {
  tone: Tone;
  icon?: ReactNode;
  detail?: ReactNode;
  /** Beside columns that need the room more: the detail wraps earlier. */
  narrow?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      <span
        className={cx(
          "inline-flex items-center align-middle gap-1.5 text-13 sm:whitespace-nowrap [&>.lucide]:size-3.5",
          LOOK[tone],
        )}
      >
        {icon ?? <ToneIcon tone={tone} />}
        {wrapped(children)}
      </span>
      {isShown(detail) && (
        <small
          className={cx("mt-px block text-12 text-fg-3", narrow ? "sm:min-w-[28ch]" : "sm:min-w-[36ch]")}
        >
          {wrapped(detail)}
        </small>
      )}
    </>
  );
}
