import { columnIn, defineTableRoute, numberIn } from "#app/_server/table-question.ts";
import { FACET_VALUES_MAX, FILTER_TEXT_MAX } from "#lib/elements/query/types.ts";
import { askTable } from "#lib/features/elements/table.ts";

/** The values of ?column= with their counts: at most ?limit=, only those that contain ?find=. */
export const GET = defineTableRoute({
  name: "elements.facet",
  permission: "portal:read",
  ask: ({ snapshotIds, query, params }, actor, signal) => {
    const facet = {
      column: columnIn(params),
      search: (params.get("find") ?? "").slice(0, FILTER_TEXT_MAX),
      limit: numberIn(params, "limit", 1, FACET_VALUES_MAX),
    };
    return askTable(actor, snapshotIds, (table) => table.facet(query, facet, { signal }));
  },
});
