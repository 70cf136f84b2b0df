import { defineRoute } from "#app/_server/route.ts";
import { parseInput } from "#lib/core/errors.ts";
import { findContents } from "#lib/features/places/contents/find-contents.ts";
import { findSchema } from "#lib/features/places/schema.ts";

/** Elements by GlobalId, and models by the names of their properties, that ?q= finds in what Portico has read. */
export const GET = defineRoute<unknown>({
  name: "places.contents",
  permission: "portal:read",
  run: (request, _params, actor) => {
    const { q } = parseInput(findSchema, Object.fromEntries(new URL(request.url).searchParams));
    return findContents(actor, q, request.signal);
  },
});
