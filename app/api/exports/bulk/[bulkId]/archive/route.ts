import { defineRoute } from "#app/_server/route.ts";
import { openBulkArchive } from "#lib/features/exports/bulk/archive.ts";
import { attachmentHeader } from "#lib/features/exports/file-name.ts";

/** The archive of a bulk run, made while it is sent. Its length is not known before; one that was cut is no archive. */
export const GET = defineRoute<{ bulkId: string }>({
  name: "exports.bulk-download",
  permission: "elements:export",
  run: async (_request, { bulkId }, actor) => {
    const { fileName, stream } = await openBulkArchive(actor, bulkId);
    return new Response(toBody(stream), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": attachmentHeader(fileName),
        "Cache-Control": "no-store, no-transform",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
});

/** Asked for piece by piece, so nothing is packed before it can be sent; who goes away ends the packing. */
function toBody(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}
