import { answerFile, AS_JSON } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { getViewFile } from "#lib/features/views/queries.ts";

/** A view as a file, to be imported elsewhere. */
export const GET = defineRoute<{ viewId: string }>({
  name: "views.file",
  permission: "portal:read",
  run: async (_request, { viewId }, actor) => {
    const { name, text } = await getViewFile(actor, viewId);
    return answerFile(`${name.replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, "-")}.view.json`, text, AS_JSON);
  },
});
