import { defineRoute } from "#app/_server/route.ts";
import { validation } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { bulkQuestionSchema, readBulkFacts } from "#lib/features/exports/bulk/forecast.ts";

/** What is known of the models of a bulk run before it starts. A POST, because a view may be too long for an address; changes nothing. */
export const POST = defineRoute({
  name: "exports.bulk-forecast",
  permission: "elements:export",
  run: async (request, _params, actor) => {
    const asked = bulkQuestionSchema.safeParse(await request.json().catch(() => null));
    if (!asked.success) throw validation({}, say("This export could not be read. Open it again."));
    return readBulkFacts(actor, asked.data, request.signal);
  },
});
