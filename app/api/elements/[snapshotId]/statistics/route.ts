import { columnIn, defineTableRoute } from "#app/_server/table-question.ts";
import { askTable } from "#lib/features/elements/table.ts";

/** Totals and distribution of ?column= among the matching rows. */
export const GET = defineTableRoute({
  name: "elements.statistics",
  permission: "portal:read",
  ask: ({ snapshotIds, query, params }, actor, signal) => {
    const column = columnIn(params);
    return askTable(actor, snapshotIds, (table) => table.statistics(query, column, { signal }));
  },
});
