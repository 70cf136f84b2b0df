import { defineTableRoute } from "#app/_server/table-question.ts";
import { askTable } from "#lib/features/elements/table.ts";

/** Which of the columns are filled for which of the matching rows. */
export const GET = defineTableRoute({
  name: "elements.completeness",
  permission: "portal:read",
  ask: ({ snapshotIds, query, columns }, actor, signal) =>
    askTable(actor, snapshotIds, (table) => table.completeness(query, columns, { signal })),
});
