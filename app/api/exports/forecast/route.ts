import { defineRoute } from "#app/_server/route.ts";
import { readExportFacts } from "#lib/features/exports/forecast.ts";

/** What is known of a table before it is exported: ?table=ids joined with "."&view=the view's own parameters, absent for everything. */
export const GET = defineRoute({
  name: "exports.forecast",
  permission: "elements:export",
  run: (request, _params, actor) => {
    const params = new URL(request.url).searchParams;
    const ids = (params.get("table") ?? "").split(".").filter((id) => id !== "");
    return readExportFacts(actor, ids, params.get("view"), request.signal);
  },
});
