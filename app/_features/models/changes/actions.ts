"use server";
import { defineAction } from "#app/_server/action.ts";
import type { Actor } from "#lib/auth/actor.ts";
import { changeModels, renameModel } from "#lib/features/models/changes/changes.ts";
import { changeModelsSchema, type ModelResult } from "#lib/features/models/schema.ts";
import type { ModelAct } from "#lib/features/models/rules.ts";
import { z } from "zod";

type Chosen = { projectId: string; modelId: number };

/** All models belong to one project, the page's. */
async function change(actor: Actor, models: readonly Chosen[], act: ModelAct): Promise<ModelResult[]> {
  const results: ModelResult[] = [];
  for (const [projectId, own] of Map.groupBy(models, (model) => model.projectId))
    results.push(
      ...(await changeModels(
        actor,
        projectId,
        own.map(({ modelId }) => modelId),
        act,
      )),
    );
  return results;
}

export const deleteModelsAction = defineAction({
  name: "models.delete",
  permission: "registry:delete",
  input: changeModelsSchema,
  revalidates: "/",
  run: ({ models }, actor) => change(actor, models, "delete"),
});

export const processModelsAction = defineAction({
  name: "models.process",
  permission: "registry:change",
  input: changeModelsSchema,
  revalidates: "/",
  run: ({ models }, actor) => change(actor, models, "process"),
});

export const renameModelAction = defineAction({
  name: "models.rename",
  permission: "registry:change",
  input: z.object({ model: z.string(), name: z.string() }),
  revalidates: "/",
  run: (input, actor) => renameModel(actor, input),
});
