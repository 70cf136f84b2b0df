import { defineRoute } from "#app/_server/route.ts";
import { attachmentHeader } from "#lib/elements/file-names.ts";
import { getViewFile } from "#lib/features/views/queries.ts";

/** A view as a file, to be imported elsewhere. */
export const GET = defineRoute<{ viewId: string }>({
  name: "views.file",
  permission: "portal:read",
  run: async (_request, { viewId }, actor) => {
    const { name, text } = await getViewFile(actor, viewId);
    return new Response(text, {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": attachmentHeader(
          `${name.replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, "-")}.view.json`,
        ),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
});
