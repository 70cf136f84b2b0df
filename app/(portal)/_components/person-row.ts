import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import type { PersonView } from "#lib/features/people/view.ts";
import type { PersonRow } from "./people-rows.tsx";

/** Rows for the browser, with what the actor may do and each place's service offers. */
export async function toPersonRows(actor: Actor, views: readonly PersonView[]): Promise<PersonRow[]> {
  const mayChange = isAllowed(actor, "member:change");
  const mayInvite = isAllowed(actor, "invitation:send");
  const offers = new Map<string, Offer>();
  for (const view of mayChange ? views : []) {
    const kind = kindOf(view);
    if (!offers.has(kind)) offers.set(kind, await offerOf(view));
  }
  return views.map((view): PersonRow => {
    const offer = offers.get(kindOf(view));
    const ofMember = offer?.changesMembers === true ? "change" : null;
    const ofInvited = mayInvite ? (OF_INVITED[view.state] ?? null) : null;
    return {
      ...view,
      can: view.userId === null ? ofInvited : ofMember,
      isRoleChangeable:
        view.userId === null && view.state === "WAITING" ? (offer?.changesInvitations ?? null) : null,
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

/** `changesInvitations`: the role of one that waits; services have a call for that only in projects. */
type Offer = { changesMembers: boolean; changesInvitations: boolean };

async function offerOf({ cloud, project }: PersonView): Promise<Offer> {
  const names =
    project === null
      ? (["changeCloudUser", "removeCloudUser"] as const)
      : (["changeProjectUser", "removeProjectUser"] as const);
  const [changes, removes] = await Promise.all(names.map((name) => answers(cloud.connectionId, name)));
  return {
    changesMembers: changes !== false || removes !== false,
    changesInvitations: project !== null && changes !== false,
  };
}
