import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { wrapped } from "../wrapped.ts";

export type Fact = { label: string; value: ReactNode };

/** A list of facts: labels left, values right. `figures` aligns the values right. */
export function Kv({ items, figures = false }: { items: readonly Fact[]; figures?: boolean }): ReactNode {
  return (
    <dl
      className={cx(
        "grid gap-x-3 gap-y-[9px] text-13",
        figures
          ? "grid-cols-[minmax(0,1fr)_auto]"
          : "grid-cols-[108px_minmax(0,1fr)] sm:grid-cols-[132px_minmax(0,1fr)]",
      )}
    >
      {items.map((item) => (
        <div key={item.label} className="contents">
          <dt className="text-fg-3">{wrapped(item.label)}</dt>
          <dd className={cx("min-w-0 [overflow-wrap:anywhere]", figures && "text-right tabular-nums")}>
            {wrapped(item.value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
