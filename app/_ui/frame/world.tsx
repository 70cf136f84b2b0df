import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/**
 * Which service one works on: a live one, a live one that is used for tests, the one built into this server, or, on pages over all of
 * them, several. Seen without reading.
 */
export type World = "live" | "test" | "builtin" | "several";

const WORDS: Record<World, string> = {
  live: "Live",
  test: "Test",
  builtin: "Built-in",
  several: "All",
};

/** The bar over everything: solid for live, dashed for test, hatched for built-in, half and half for several. */
export function WorldBar({ world }: { world: World }): ReactNode {
  return <div aria-hidden className={cx("world-bar", world !== "live" && world)} />;
}

/** The same in words. `name` is the connection's and goes where there is no room. */
export function WorldBadge({ world, name }: { world: World; name?: string }): ReactNode {
  const rest = world === "builtin" ? " service" : world === "several" ? " services" : name && ` · ${name}`;
  return (
    <span className={cx("world", world !== "live" && world)}>
      {WORDS[world]}
      {rest && <span className="whitespace-pre max-sm:sr-only">{rest}</span>}
    </span>
  );
}
