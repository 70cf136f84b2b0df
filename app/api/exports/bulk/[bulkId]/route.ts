import { defineRoute } from "#app/_server/route.ts";
import { getBulkRun } from "#lib/features/exports/bulk/queries.ts";

/** The current state of a bulk run, polled by the page while it is running. */
export const GET = defineRoute<{ bulkId: string }>({
  name: "exports.bulk",
  permission: "elements:export",
  run: async (_request, { bulkId }, actor) =>
    Response.json(await getBulkRun(actor, bulkId), { headers: { "Cache-Control": "no-store" } }),
});
