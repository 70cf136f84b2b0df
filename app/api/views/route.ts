import { defineRoute } from "#app/_server/route.ts";
import { listViewEntries } from "#lib/features/views/entries.ts";

/** The views that the person may use. */
export const GET = defineRoute<unknown>({
  name: "views.list",
  permission: "portal:read",
  run: (_request, _params, actor) => listViewEntries(actor),
});
