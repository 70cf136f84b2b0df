import { defineRoute } from "#app/_server/route.ts";
import { parseInput } from "#lib/core/parse.ts";
import { findSameContent } from "#lib/features/models/same-content.ts";
import { sameQuestionSchema } from "#lib/features/models/schema.ts";

/** Asked before a file is sent: whether its bytes are in the project already. */
export const GET = defineRoute<{ projectId: string }>({
  name: "models.same",
  permission: "model:upload",
  run: async (request, { projectId }, actor) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const found = await findSameContent(actor, projectId, parseInput(sameQuestionSchema, query));
    return Response.json(found, { headers: { "Cache-Control": "no-store" } });
  },
});
