import { defineRoute } from "#app/_server/route.ts";
import { readModelQuery } from "#lib/features/models/list-query.ts";
import { pageOfModels } from "#lib/features/models/list/listing.ts";
import { showModels } from "#lib/features/models/queries.ts";

/** One page of a project's models with their current state: polled by the page while one is being processed. */
export const GET = defineRoute<{ projectId: string }>({
  name: "models.page",
  permission: "portal:read",
  run: async (request, { projectId }, actor) => {
    const asked = new URL(request.url).searchParams;
    const list = await showModels(actor, projectId, request.signal);
    return pageOfModels(
      list,
      readModelQuery((name) => asked.get(name)),
    );
  },
});
