/**
 * Views as the menu of a table lists them: with the parameters of an address, so that one leads to another class without its columns being
 * known yet.
 */
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { columnId } from "#lib/elements/columns.ts";
import { writeView } from "#lib/elements/query/view-address.ts";
import { CLASS_COLUMN, ID_COLUMN } from "#lib/elements/query/types.ts";
import type { ColumnName } from "./content.ts";
import { fitViewBy } from "./fit.ts";
import { listViews } from "./queries.ts";
import type { ViewList } from "./schema.ts";

/** The views that the actor may use, and whether one's own may be shared. */
export async function listViewEntries(actor: Actor): Promise<ViewList> {
  const views = await listViews(actor);
  return {
    canShare: isAllowed(actor, "view:share"),
    views: views.map((view) => ({
      ...view,
      address: writeView(fitViewBy(view.content, usualId).view).toString(),
    })),
  };
}

/** The id that a column has in nearly every table: longer ones only part columns whose ids would be the same. */
function usualId(name: ColumnName): string {
  if ("pseudo" in name) return name.pseudo === "id" ? ID_COLUMN : CLASS_COLUMN;
  const { set, setInstance = 1, property, propertyInstance = 1 } = name;
  const origin = set === undefined ? "attribute" : "set";
  return columnId(new Set(), [origin, set ?? "", setInstance, property, propertyInstance]);
}
