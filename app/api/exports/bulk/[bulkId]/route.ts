import { defineRoute } from "#app/_server/route.ts";
import { getBulkRun } from "#lib/features/exports/bulk/queries.ts";

/** The current state of a bulk run, polled by the page while it is running. */
export const GET = defineRoute<{ bulkId: string }>({
  name: "exports.bulk",
  permission: "elements:export",
  run: (_request, { bulkId }, actor) => getBulkRun(actor, bulkId),
});
