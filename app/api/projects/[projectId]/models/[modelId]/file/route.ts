import { z } from "zod";
import { answerFile, UNCHANGED } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { streamPieces } from "#app/_server/streams.ts";
import { parseInput } from "#lib/core/errors.ts";
import { modelIdSchema } from "#lib/features/elements/schema.ts";
import { openOriginal } from "#lib/features/models/changes/original.ts";

const HEADERS = { ...UNCHANGED, "X-Content-Type-Options": "nosniff" };

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
    return answerFile(opened.fileName, streamPieces(opened.answer.body), {
      ...HEADERS,
      "Content-Type": "application/octet-stream",
      ...(opened.bytes !== null && { "Content-Length": String(opened.bytes) }),
    });
  },
});
