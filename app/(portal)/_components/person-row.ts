import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import type { PersonView } from "#lib/features/people/schema.ts";
import type { PersonRow } from "./people-rows.tsx";

/** Rows as the browser gets them, with what the actor may do and the service of each Cloud offers. */
export async function toPersonRows(actor: Actor, views: readonly PersonView[]): Promise<PersonRow[]> {
  const mayChange = isAllowed(actor, "member:change");
  const mayWithdraw = isAllowed(actor, "invitation:send");
  const offers = new Map<string, boolean>();
  for (const { cloud } of mayChange ? views : []) {
    const { connectionId } = cloud;
    if (offers.has(connectionId)) continue;
    const [changes, removes] = await Promise.all([
      answers(connectionId, "changeCloudUser"),
      answers(connectionId, "removeCloudUser"),
    ]);
    offers.set(connectionId, changes !== false || removes !== false);
  }
  return views.map((view): PersonRow => {
    const isChangeable = offers.get(view.cloud.connectionId) === true;
    const can = view.userId === null ? mayWithdraw && "withdraw" : isChangeable && "change";
    return { ...view, since: view.since.toISOString(), can: can === false ? null : can };
  });
}
