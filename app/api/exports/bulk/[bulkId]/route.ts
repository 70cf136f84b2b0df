import { defineRoute } from "#app/_server/route.ts";
import { getBulkRun } from "#lib/features/exports/bulk/queries.ts";

/** A bulk run as it is now: asked again by the page while it is under way. */
export const GET = defineRoute<{ bulkId: string }>({
  name: "exports.bulk",
  permission: "elements:export",
  run: async (_request, { bulkId }, actor) =>
    Response.json(await getBulkRun(actor, bulkId), { headers: { "Cache-Control": "no-store" } }),
});
