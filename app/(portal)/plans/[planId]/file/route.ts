import { defineRoute } from "#app/_server/route.ts";
import { attachmentHeader } from "#lib/elements/file-names.ts";
import { getPlanFile } from "#lib/features/plans/queries.ts";

/** The plan as a file from which another plan can be made. */
export const GET = defineRoute<{ planId: string }>({
  name: "plans.download",
  permission: "portal:read",
  run: async (_request, { planId }, actor) => {
    const { name, text } = await getPlanFile(actor, planId);
    return new Response(text, {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": attachmentHeader(`${name}.plan.json`),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
});
