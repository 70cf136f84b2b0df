import { defineRoute } from "#app/_server/route.ts";
import { describeAddresses } from "#lib/features/views/live/state.ts";

/** The person's live addresses of the view over a model (`project`, `model`); null: not made yet. */
export const GET = defineRoute<{ viewId: string }>({
  name: "views.address",
  permission: "portal:read",
  run: async (request, { viewId }, actor) => {
    const { searchParams } = new URL(request.url);
    const projectId = searchParams.get("project") ?? "";
    const modelId = Number(searchParams.get("model"));
    const addresses = await describeAddresses(actor, viewId, { projectId, modelId });
    return { addresses };
  },
});
