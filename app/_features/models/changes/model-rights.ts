import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import type { ModelRights } from "./asked-change.ts";

/** What the person's role allows with models. */
export function modelRightsOf(actor: Actor): ModelRights {
  return {
    change: isAllowed(actor, "registry:change"),
    remove: isAllowed(actor, "registry:delete"),
    download: isAllowed(actor, "elements:export"),
  };
}
