import { defineRoute } from "#app/_server/route.ts";
import { answerQuestion, numberIn, readQuestion } from "#app/_server/table-question.ts";
import { askTable } from "#lib/features/elements/table.ts";

const ROW_MAX = 2_000_000_000;

/** Everything about the element in row ?row= of the table, and its position in the query's result. */
export const GET = defineRoute<{ snapshotId: string }>({
  name: "elements.element",
  permission: "portal:read",
  run: async (request, place, actor) => {
    const { snapshotIds, query, params } = readQuestion(request, place);
    const row = numberIn(params, "row", 0, ROW_MAX);
    const { signal } = request;
    return answerQuestion(
      await askTable(actor, snapshotIds, (table) => table.element(row, query, { signal })),
    );
  },
});
