import { defineTableRoute, numberIn } from "#app/_server/table-question.ts";
import { askTable } from "#lib/features/elements/table.ts";

const ROW_MAX = 2_000_000_000;

/** Everything about the element in row ?row= of the table, and its position in the query's result. */
export const GET = defineTableRoute({
  name: "elements.element",
  permission: "portal:read",
  ask: ({ snapshotIds, query, params }, actor, signal) => {
    const row = numberIn(params, "row", 0, ROW_MAX);
    return askTable(actor, snapshotIds, (table) => table.element(row, query, { signal }));
  },
});
