import type { ReactNode } from "react";
import { isShown } from "../shown.ts";
import { wrapped } from "../wrapped.ts";

/**
 * Replaces empty content: the reason in a word, what to do, and a button. Four reasons need four texts: nothing yet, nothing matches, not
 * allowed, the service does not answer.
 */
export function Blank({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-6 text-center text-13 text-fg-2">
      <span aria-hidden className="mb-1 text-fg-3 [&>.lucide]:size-5 [&>.lucide]:stroke-[1.8]">
        {icon}
      </span>
      <b className="text-14 font-medium text-fg">{wrapped(title)}</b>
      {isShown(children) && <p className="max-w-[60ch] text-balance">{wrapped(children)}</p>}
      {isShown(action) && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
