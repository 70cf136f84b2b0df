import { answerFile } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { makeSumsCsv } from "#lib/features/sums/file.ts";
import { askedSums, type SumsParams } from "../_components/asked-sums.ts";

/** All groups of the page of sums of the same address, as a CSV file. */
export const GET = defineRoute<SumsParams>({
  name: "sums.download",
  permission: "elements:export",
  run: async (request, params, actor) => {
    const { searchParams } = new URL(request.url);
    const profile = readCsvProfile(searchParams.get("profile"));
    const { fileName, text } = await makeSumsCsv(
      actor,
      askedSums(params, searchParams),
      profile,
      request.signal,
    );
    return answerFile(fileName, text);
  },
});
