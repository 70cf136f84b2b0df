import { answerFile } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { streamText } from "#app/_server/streams.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { iterateProjectListCsv } from "#lib/features/projects/lists/csv.ts";
import { getProjectList } from "#lib/features/projects/lists/queries.ts";

type Params = { cloudId: string; listId: string };

/** The outcome of every row of a list, as a CSV file. */
export const GET = defineRoute<Params>({
  name: "project-lists.download",
  permission: "portal:read",
  run: async (request, { cloudId, listId }, actor) => {
    const { createdAt } = await getProjectList(actor, cloudId, listId);
    const profile = readCsvProfile(new URL(request.url).searchParams.get("profile"));
    return answerFile(
      `projects-${createdAt.toISOString().slice(0, 10)}.csv`,
      streamText(iterateProjectListCsv(actor, listId, profile)),
    );
  },
});
