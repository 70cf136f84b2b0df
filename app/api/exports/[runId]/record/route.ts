import { answerFile, AS_JSON } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { openExportRecord } from "#lib/features/exports/queries.ts";

/** The record beside a finished file. */
export const GET = defineRoute<{ runId: string }>({
  name: "exports.record",
  permission: "elements:export",
  run: async (_request, { runId }, actor) => {
    const { fileName, stream } = await openExportRecord(actor, runId);
    return answerFile(fileName, stream, AS_JSON);
  },
});
