import { defineRoute } from "#app/_server/route.ts";
import { attachmentHeader } from "#lib/elements/file-names.ts";
import { openExportRecord } from "#lib/features/exports/queries.ts";

/** The record beside a finished file. */
export const GET = defineRoute<{ runId: string }>({
  name: "exports.record",
  permission: "elements:export",
  run: async (_request, { runId }, actor) => {
    const { fileName, stream } = await openExportRecord(actor, runId);
    return new Response(stream, {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": attachmentHeader(fileName),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
});
