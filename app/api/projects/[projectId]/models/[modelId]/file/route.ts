import { z } from "zod";
import { streamPieces } from "#app/_server/piece-stream.ts";
import { defineRoute } from "#app/_server/route.ts";
import { parseInput } from "#lib/core/parse.ts";
import { modelIdSchema } from "#lib/features/elements/schema.ts";
import { attachmentHeader } from "#lib/elements/file-names.ts";
import { openOriginal } from "#lib/features/models/changes/original.ts";

const HEADERS = { "Cache-Control": "no-store, no-transform", "X-Content-Type-Options": "nosniff" };

/**
 * The file that a model was made from, passed on as it arrives. With ?check=1: its address, so that a page can say why it is not available.
 */
export const GET = defineRoute<{ projectId: string; modelId: string }>({
  name: "models.file",
  permission: "elements:export",
  run: async (request, params, actor) => {
    const { projectId, modelId } = parseInput(
      z.object({ projectId: z.string(), modelId: modelIdSchema }),
      params,
    );
    const url = new URL(request.url);
    const opened = await openOriginal(actor, projectId, modelId, request.signal);
    const isCheck = url.searchParams.get("check") === "1";
    if ("elsewhere" in opened) {
      // A browser that did not ask with ?check=1 is not redirected elsewhere.
      return Response.json({ href: opened.elsewhere }, { headers: HEADERS });
    }
    if (isCheck) {
      opened.answer.discard();
      return Response.json({ href: url.pathname }, { headers: HEADERS });
    }
    return new Response(streamPieces(opened.answer.body), {
      headers: {
        ...HEADERS,
        "Content-Type": "application/octet-stream",
        "Content-Disposition": attachmentHeader(opened.fileName),
        ...(opened.bytes === null ? {} : { "Content-Length": String(opened.bytes) }),
      },
    });
  },
});
