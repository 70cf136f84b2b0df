import { answerFile } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { MEDIA_TYPES } from "#lib/elements/files/options.ts";
import { makeSumsWorkbook } from "#lib/features/sums/file.ts";
import { askedSums, type SumsParams } from "../_components/asked-sums.ts";

/** All groups of the page of sums of the same address, as a workbook. */
export const GET = defineRoute<SumsParams>({
  name: "sums.workbook",
  permission: "elements:export",
  run: async (request, params, actor) => {
    const asked = askedSums(params, new URL(request.url).searchParams);
    const { fileName, bytes } = await makeSumsWorkbook(actor, asked, request.signal);
    return answerFile(fileName, bytes, { "Content-Type": MEDIA_TYPES.xlsx });
  },
});
