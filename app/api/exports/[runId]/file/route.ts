import { defineRoute } from "#app/_server/route.ts";
import { MEDIA_TYPES } from "#lib/elements/files/options.ts";
import { attachmentHeader } from "#lib/elements/file-names.ts";
import { openExportFile } from "#lib/features/exports/queries.ts";

/** The finished file, streamed from the file store; available only after it was read back and compared. */
export const GET = defineRoute<{ runId: string }>({
  name: "exports.download",
  permission: "elements:export",
  run: async (_request, { runId }, actor) => {
    const file = await openExportFile(actor, runId);
    return new Response(file.stream, {
      headers: {
        "Content-Type": MEDIA_TYPES[file.profile],
        "Content-Disposition": attachmentHeader(file.fileName),
        "Content-Length": String(file.bytes),
        // no-transform: compression on the way would make the digest wrong.
        "Cache-Control": "no-store, no-transform",
        "X-Content-Type-Options": "nosniff",
        "Repr-Digest": `sha-256=:${Buffer.from(file.sha256, "hex").toString("base64")}:`,
      },
    });
  },
});
