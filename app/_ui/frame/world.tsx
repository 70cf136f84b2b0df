import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { cx } from "../cx.ts";
import { marked } from "../marked.ts";
import { rich } from "../rich.tsx";

/**
 * The service of the page: a live one, a live one for tests, the one built into this server, or several, on pages about all of them.
 * Visible without reading.
 */
export type World = "live" | "test" | "builtin" | "several";

/** The bar at the top: solid for live, dashed for test, hatched for built-in, half and half for several. */
export function WorldBar({ world }: { world: World }): ReactNode {
  return <div aria-hidden className={cx("world-bar", world !== "live" && world)} />;
}

/** The same in words. `name` is the connection's and is left out where there is no room. */
export function WorldBadge({ world, name }: { world: World; name?: string }): ReactNode {
  return (
    <span className={cx("world", world !== "live" && world)}>
      {wordsOf(world)}
      {(world === "live" || world === "test") && name && rest(` · ${marked(name)}`)}
    </span>
  );
}

function wordsOf(world: World): ReactNode {
  if (world === "live") return t("Live");
  if (world === "test") return t("Test");
  if (world === "builtin") return rich("Built-in<rest> service</rest>", { rest });
  return rich("All<rest> services</rest>", { rest });
}

function rest(words: ReactNode): ReactNode {
  return <span className="whitespace-pre max-sm:sr-only">{words}</span>;
}
