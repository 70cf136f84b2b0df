import { answerFile } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { streamText } from "#app/_server/streams.ts";
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { iterateResultCsv } from "#lib/features/invitations/csv.ts";
import { getList } from "#lib/features/invitations/lists/queries.ts";

type Params = { cloudId: string; listId: string };

/** The outcome of every line of a list, as a CSV file. */
export const GET = defineRoute<Params>({
  name: "invitation-lists.download",
  permission: "portal:read",
  run: async (request, { cloudId, listId }, actor) => {
    const list = await getList(actor, listId);
    if (list.cloudId !== cloudId) throw notFound(say("This list"));
    const profile = readCsvProfile(new URL(request.url).searchParams.get("profile"));
    return answerFile(
      `invitations-${list.createdAt.toISOString().slice(0, 10)}.csv`,
      streamText(iterateResultCsv(actor, listId, profile)),
    );
  },
});
