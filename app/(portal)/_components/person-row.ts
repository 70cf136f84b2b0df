import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import type { PersonView } from "#lib/features/people/schema.ts";
import type { PersonRow } from "./people-rows.tsx";

/** Rows for the browser, with what the actor may do and each place's service offers. */
export async function toPersonRows(actor: Actor, views: readonly PersonView[]): Promise<PersonRow[]> {
  const mayChange = isAllowed(actor, "member:change");
  const mayInvite = isAllowed(actor, "invitation:send");
  const offers = new Map<string, boolean>();
  for (const view of mayChange ? views : []) {
    const kind = kindOf(view);
    if (!offers.has(kind)) offers.set(kind, await isChangeable(view));
  }
  return views.map((view): PersonRow => {
    const ofMember = offers.get(kindOf(view)) === true ? "change" : null;
    const ofInvited = mayInvite ? (OF_INVITED[view.state] ?? null) : null;
    return {
      ...view,
      since: view.since.toISOString(),
      can: view.userId === null ? ofInvited : ofMember,
    };
  });
}

const OF_INVITED: Partial<Record<PersonView["state"], "withdraw" | "erase">> = {
  WAITING: "withdraw",
  NOT_SENT: "erase",
  REFUSED: "erase",
  GONE: "erase",
  CANCELLED: "erase",
};

/** Equal for all places whose services offer the same. */
function kindOf({ cloud, project }: PersonView): string {
  return `${project === null ? "clouds" : "projects"} ${cloud.connectionId}`;
}

async function isChangeable({ cloud, project }: PersonView): Promise<boolean> {
  const names =
    project === null
      ? (["changeCloudUser", "removeCloudUser"] as const)
      : (["changeProjectUser", "removeProjectUser"] as const);
  const known = await Promise.all(names.map((name) => answers(cloud.connectionId, name)));
  return known.some((isAnswered) => isAnswered !== false);
}
