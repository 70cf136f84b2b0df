/** Views for a table's menu: with the parameters of an address, so that a view can open another class before its columns are known. */
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { columnId } from "#lib/elements/columns.ts";
import { ADDRESS_MAX } from "#lib/elements/query/address/address.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import type { PropertyName } from "#lib/elements/query/address/named-column.ts";
import type { ViewContent } from "./content.ts";
import { addressView } from "./fit.ts";
import { listViews } from "./queries.ts";
import type { ViewList } from "./schema.ts";

/** The views that the actor may use, and whether the actor may share views. */
export async function listViewEntries(actor: Actor): Promise<ViewList> {
  const views = await listViews(actor);
  return {
    canShare: isAllowed(actor, "view:share"),
    views: views.map((view) => ({ ...view, address: addressOf(view.content) })),
  };
}

/**
 * By names where they fit into the address, so that a table can say what it lacks; else by the short ids that these names have in nearly
 * every table.
 */
function addressOf(content: ViewContent): string {
  const named = writeView(addressView(content)).toString();
  return named.length <= ADDRESS_MAX ? named : writeView(addressView(content, usualId)).toString();
}

/** The id that a column has in nearly every table; longer ids only distinguish columns that would otherwise share one. */
function usualId({ set, setInstance = 1, property, propertyInstance = 1 }: PropertyName): string {
  const origin = set === undefined ? "attribute" : "set";
  return columnId(new Set(), [origin, set ?? "", setInstance, property, propertyInstance]);
}
