import { toOutcome } from "#app/_features/operations/operation-outcome.ts";
import { defineRoute } from "#app/_server/route.ts";
import { AppError } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { uploadModel } from "#lib/features/models/commands.ts";
import { showModels } from "#lib/features/models/queries.ts";

type Params = { projectId: string };

/** The models of a project with their current state: polled by the page while one is being processed. */
export const GET = defineRoute<Params>({
  name: "models.list",
  permission: "portal:read",
  run: (request, { projectId }, actor) => showModels(actor, projectId, request.signal),
});

/** Receives a file as the raw body and streams it to the service; nothing is stored here. */
export const POST = defineRoute<Params>({
  name: "models.upload",
  permission: "model:upload",
  run: async (request, { projectId }, actor) => {
    const query = new URL(request.url).searchParams;
    if (request.body === null) throw new AppError("VALIDATION", say("The file is empty. Nothing was sent."));
    const replaces = query.get("replaces");
    const length = Number(request.headers.get("content-length"));
    const result = await uploadModel(actor, {
      key: query.get("key") ?? "",
      projectId,
      fileName: query.get("name") ?? "",
      sizeBytes: Number.isSafeInteger(length) && length > 0 ? length : null,
      content: request.body,
      replaces: replaces === null || replaces === "" ? null : Number(replaces),
      signal: request.signal,
    });
    return { ...toOutcome(result.operation), modelId: result.modelId, same: result.same };
  },
});
