import { defineRoute } from "#app/_server/route.ts";
import { AppError } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { attachFile } from "#lib/features/plans/files.ts";

type Params = { planId: string; stepId: string };

/** Receives the file of a plan's model as the raw body and stores it until the plan is carried out. */
export const POST = defineRoute<Params>({
  name: "plans.attach",
  permission: "plan:run",
  run: (request, { planId, stepId }, actor) => {
    if (request.body === null) throw new AppError("VALIDATION", say("The file is empty. Nothing was kept."));
    const length = Number(request.headers.get("content-length"));
    return attachFile(actor, {
      planId,
      stepId,
      content: request.body,
      signal: request.signal,
      sizeBytes: Number.isSafeInteger(length) && length > 0 ? length : null,
    });
  },
});
