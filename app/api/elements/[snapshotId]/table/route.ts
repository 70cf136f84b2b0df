import { defineTableRoute } from "#app/_server/table-question.ts";
import { describeTable } from "#lib/features/elements/table.ts";

/** The columns of a table, once it can be queried. */
export const GET = defineTableRoute({
  name: "elements.table",
  permission: "portal:read",
  ask: ({ snapshotIds }, actor, signal) => describeTable(actor, snapshotIds, signal),
});
