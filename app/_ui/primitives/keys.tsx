import { Fragment, type ReactNode } from "react";

/** Keys as on a keyboard; a space separates keys pressed in sequence, or together where the first is Ctrl. */
export function Keys({ keys }: { keys: string }): ReactNode {
  return keys.split(" ").map((key, index) => (
    <Fragment key={index}>
      {index > 0 && " "}
      <kbd className="inline-block min-w-5 rounded-[3px] border border-line-strong bg-surface-2 px-1 text-center font-sans text-11 font-medium text-fg-2">
        {key}
      </kbd>
    </Fragment>
  ));
}
