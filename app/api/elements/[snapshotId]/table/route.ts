import { defineRoute } from "#app/_server/route.ts";
import { answerQuestion, readQuestion } from "#app/_server/table-question.ts";
import { describeTable } from "#lib/features/elements/table.ts";

/** The columns of a table, once it can be queried. */
export const GET = defineRoute<{ snapshotId: string }>({
  name: "elements.table",
  permission: "portal:read",
  run: async (request, place, actor) => {
    const { snapshotIds } = readQuestion(request, place);
    return answerQuestion(await describeTable(actor, snapshotIds, request.signal));
  },
});
