/** Which models have failed; in a file of its own, so that the page of a table does not bring zod along. */
import type { ModelView } from "./schema.ts";

/** A failed model waits for a person until it is put away; one that is archived at the service has been already. */
export function hasFailed({ state, isArchived }: Pick<ModelView, "state" | "isArchived">): boolean {
  return !isArchived && (state === "failed" || state === "wontFix");
}
