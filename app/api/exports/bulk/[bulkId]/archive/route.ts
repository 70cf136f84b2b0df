import { streamPieces } from "#app/_server/piece-stream.ts";
import { defineRoute } from "#app/_server/route.ts";
import { openBulkArchive } from "#lib/features/exports/bulk/archive.ts";
import { attachmentHeader } from "#lib/elements/file-names.ts";

/** The archive of a bulk run, made while it is sent. Its length is not known beforehand; a partial one is no valid archive. */
export const GET = defineRoute<{ bulkId: string }>({
  name: "exports.bulk-download",
  permission: "elements:export",
  run: async (_request, { bulkId }, actor) => {
    const { fileName, stream } = await openBulkArchive(actor, bulkId);
    return new Response(streamPieces(stream), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": attachmentHeader(fileName),
        "Cache-Control": "no-store, no-transform",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
});
