/** Which models have failed; in a separate file, so that the page of a table does not load zod. */
import type { ModelView } from "./schema.ts";

/** A failed model needs attention until it is dismissed; archiving it at the service dismisses it, too. */
export function hasFailed({ state, isArchived }: Pick<ModelView, "state" | "isArchived">): boolean {
  return !isArchived && (state === "failed" || state === "wontFix");
}
