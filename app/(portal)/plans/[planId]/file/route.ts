import { answerFile, AS_JSON } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { getPlanFile } from "#lib/features/plans/queries.ts";

/** The plan as a file from which another plan can be made. */
export const GET = defineRoute<{ planId: string }>({
  name: "plans.download",
  permission: "portal:read",
  run: async (_request, { planId }, actor) => {
    const { name, text } = await getPlanFile(actor, planId);
    return answerFile(`${name}.plan.json`, text, AS_JSON);
  },
});
