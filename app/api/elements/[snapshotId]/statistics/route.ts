import { defineRoute } from "#app/_server/route.ts";
import { answerQuestion, columnIn, readQuestion } from "#app/_server/table-question.ts";
import { askTable } from "#lib/features/elements/table.ts";

/** Totals and distribution of ?column= among the matching rows. */
export const GET = defineRoute<{ snapshotId: string }>({
  name: "elements.statistics",
  permission: "portal:read",
  run: async (request, place, actor) => {
    const { snapshotIds, query, params } = readQuestion(request, place);
    const column = columnIn(params);
    const { signal } = request;
    return answerQuestion(
      await askTable(actor, snapshotIds, (table) => table.statistics(query, column, { signal })),
    );
  },
});
