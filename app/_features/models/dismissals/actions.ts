"use server";
import { defineAction } from "#app/_server/action.ts";
import { now } from "#lib/core/clock.ts";
import { dismissModels } from "#lib/features/models/dismissals.ts";
import { dismissModelsSchema } from "#lib/features/models/schema.ts";

/** Dismisses failed models, or shows them again. */
export const dismissModelsAction = defineAction({
  name: "models.dismiss",
  permission: "model:dismiss",
  input: dismissModelsSchema,
  revalidates: "/",
  run: async (input, actor) => {
    const { changed, left } = await dismissModels(actor, input);
    return {
      changed,
      left,
      to: input.to,
      models: input.models.map(({ projectId, modelId }) => `${projectId}~${String(modelId)}`),
      by: actor.name,
      at: now().toISOString(),
    };
  },
});
