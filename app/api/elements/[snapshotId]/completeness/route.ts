import { defineRoute } from "#app/_server/route.ts";
import { answerQuestion, readQuestion } from "#app/_server/table-question.ts";
import { askTable } from "#lib/features/elements/table.ts";

/** Which of the columns are filled for which of the matching rows. */
export const GET = defineRoute<{ snapshotId: string }>({
  name: "elements.completeness",
  permission: "portal:read",
  run: async (request, place, actor) => {
    const { snapshotIds, query, columns } = readQuestion(request, place);
    const { signal } = request;
    return answerQuestion(
      await askTable(actor, snapshotIds, (table) => table.completeness(query, columns, { signal })),
    );
  },
});
