import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { ToneIcon } from "./tone.tsx";

export type Step = { label: string; detail?: string; state: "done" | "now" | "stopped" | "next" };

const RULE = {
  done: "border-accent",
  now: "border-accent",
  stopped: "border-bad",
  next: "border-ink-3",
} as const;
const WORDS = { done: "done", now: "current", stopped: "stopped", next: "not yet" } as const;

/** The stages of a run or of a set-up, and where it stands. */
export function Steps({ label, items }: { label: string; items: readonly Step[] }): ReactNode {
  return (
    <ol
      aria-label={label}
      className="grid grid-cols-2 gap-2 text-12 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
    >
      {items.map((item) => (
        <li
          key={item.label}
          aria-current={item.state === "now" ? "step" : undefined}
          className={cx(
            "border-t-3 pt-2 pr-2",
            RULE[item.state],
            item.state === "next" ? "text-fg-3" : "text-fg-2",
          )}
        >
          <b
            className={cx(
              "flex items-center gap-1.5 text-13 font-medium [&>.lucide]:size-[13px]",
              (item.state === "now" || item.state === "stopped") && "text-fg",
            )}
          >
            {item.state === "done" && <ToneIcon tone="ok" className="text-ok" />}
            {item.state === "now" && <ToneIcon tone="progress" className="text-accent" />}
            {item.state === "stopped" && <ToneIcon tone="bad" className="text-bad" />}
            {item.label}
            <span className="sr-only">, {WORDS[item.state]}</span>
          </b>
          {item.detail !== undefined && <span className="mt-px block">{item.detail}</span>}
        </li>
      ))}
    </ol>
  );
}
