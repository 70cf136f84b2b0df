import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/** Which service one works on: a live one, or the one built into this server. Seen without reading. */
export type World = "live" | "builtin";

/** The bar over everything: solid for live, hatched for built-in. */
export function WorldBar({ world }: { world: World }): ReactNode {
  return <div aria-hidden className={cx("world-bar", world === "builtin" && "builtin")} />;
}

/** The same in words. `name` is the connection's and goes where there is no room. */
export function WorldBadge({ world, name }: { world: World; name?: string }): ReactNode {
  const rest = world === "live" ? name && ` · ${name}` : " service";
  return (
    <span className={cx("world", world === "builtin" && "builtin")}>
      {world === "live" ? "Live" : "Built-in"}
      {rest && <span className="whitespace-pre max-sm:sr-only">{rest}</span>}
    </span>
  );
}
