import { defineRoute } from "#app/_server/route.ts";
import { parseInput } from "#lib/core/errors.ts";
import { findPeople } from "#lib/features/people/queries.ts";
import { findPlaces } from "#lib/features/places/find.ts";
import { findSchema } from "#lib/features/places/schema.ts";

const PEOPLE_MAX = 8;

/** Clouds, projects, models and people that ?q= finds, from the registry alone. */
export const GET = defineRoute<unknown>({
  name: "places.find",
  permission: "portal:read",
  run: async (request, _params, actor) => {
    const { q } = parseInput(findSchema, Object.fromEntries(new URL(request.url).searchParams));
    const [places, people] = await Promise.all([findPlaces(actor, q), findPeople(actor, q, PEOPLE_MAX)]);
    return { places, people };
  },
});
