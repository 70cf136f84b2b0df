import { answerFile, UNCHANGED } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { streamPieces } from "#app/_server/streams.ts";
import { openBulkArchive } from "#lib/features/exports/bulk/archive.ts";

/** The archive of a bulk run, made while it is sent. Its length is not known beforehand; a partial one is no valid archive. */
export const GET = defineRoute<{ bulkId: string }>({
  name: "exports.bulk-download",
  permission: "elements:export",
  run: async (_request, { bulkId }, actor) => {
    const { fileName, stream } = await openBulkArchive(actor, bulkId);
    return answerFile(fileName, streamPieces(stream), { ...UNCHANGED, "Content-Type": "application/zip" });
  },
});
