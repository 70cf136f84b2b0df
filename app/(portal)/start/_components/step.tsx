import { Check, Circle, CircleDot } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";

/** One of the first steps: done, next, or later. */
export function Step({
  n,
  title,
  state,
  children,
  actions,
}: {
  n: number;
  title: string;
  state: "done" | "next" | "later";
  children: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  const words = { done: t("Done"), next: t("Next"), later: t("Later") } as const;
  return (
    <li
      aria-current={state === "next" ? "step" : undefined}
      className="flex gap-3 px-4 py-4 [&>.lucide]:mt-0.5 [&>.lucide]:shrink-0"
    >
      {state === "done" ? (
        <Check aria-hidden className="text-ok" />
      ) : state === "next" ? (
        <CircleDot aria-hidden className="text-accent" />
      ) : (
        <Circle aria-hidden className="text-fg-3" />
      )}
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2>
            {n}. {title}
          </h2>
          <span className="text-12 text-fg-3">{words[state]}</span>
        </div>
        <div className="grid max-w-[70ch] gap-1 text-13 text-fg-2">{children}</div>
        {actions !== undefined && <div className="flex flex-wrap items-start gap-2">{actions}</div>}
      </div>
    </li>
  );
}
