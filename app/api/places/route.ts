import { defineRoute } from "#app/_server/route.ts";
import { parseInput } from "#lib/core/parse.ts";
import { findPlaces } from "#lib/features/places/find.ts";
import { findSchema } from "#lib/features/places/schema.ts";

/** Clouds, projects and models that ?q= finds, from the registry alone. */
export const GET = defineRoute<unknown>({
  name: "places.find",
  permission: "portal:read",
  run: async (request, _params, actor) => {
    const { q } = parseInput(findSchema, Object.fromEntries(new URL(request.url).searchParams));
    return Response.json(
      { places: await findPlaces(actor, q) },
      { headers: { "Cache-Control": "no-store" } },
    );
  },
});
