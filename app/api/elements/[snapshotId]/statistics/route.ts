import { defineRoute } from "#app/_server/route.ts";
import { answerQuestion, columnIn, readQuestion } from "#app/_server/table-question.ts";
import { readStatistics } from "#lib/features/elements/table.ts";

/** Totals and distribution of ?column= among the matching rows. */
export const GET = defineRoute<{ snapshotId: string }>({
  name: "elements.statistics",
  permission: "portal:read",
  run: async (request, place, actor) => {
    const { snapshotIds, query, params } = readQuestion(request, place);
    return answerQuestion(await readStatistics(actor, snapshotIds, query, columnIn(params), request.signal));
  },
});
