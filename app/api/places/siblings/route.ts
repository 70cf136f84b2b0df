import { defineRoute } from "#app/_server/route.ts";
import { parseInput } from "#lib/core/errors.ts";
import { siblingsSchema } from "#lib/features/places/schema.ts";
import { listSiblings } from "#lib/features/places/siblings.ts";

/** The neighbours of a place: ?of=cloud, project or model, ?id= of the Cloud or project, ?q= to search. */
export const GET = defineRoute<unknown>({
  name: "places.siblings",
  permission: "portal:read",
  run: (request, _params, actor) => {
    const query = parseInput(siblingsSchema, Object.fromEntries(new URL(request.url).searchParams));
    return listSiblings(actor, query, request.signal);
  },
});
