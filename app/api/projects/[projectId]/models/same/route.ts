import { defineRoute } from "#app/_server/route.ts";
import { parseInput } from "#lib/core/errors.ts";
import { findSameContent } from "#lib/features/models/uploads/same-content.ts";
import { findNamedModel } from "#lib/features/models/remembered.ts";
import { sameQuestionSchema, type UploadAdvice } from "#lib/features/models/schema.ts";

/** Asked before a file is sent: whether the project already has its bytes, and which model has its name. */
export const GET = defineRoute<{ projectId: string }>({
  name: "models.same",
  permission: "model:upload",
  run: async (request, { projectId }, actor) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const { name, ...content } = parseInput(sameQuestionSchema, query);
    const found = await findSameContent(actor, projectId, content);
    const advice: UploadAdvice = { ...found, named: await findNamedModel(projectId, name) };
    return advice;
  },
});
