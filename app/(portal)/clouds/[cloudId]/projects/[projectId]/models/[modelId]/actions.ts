"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { readElementsAgain } from "#lib/features/elements/commands.ts";
import { classNameSchema, modelIdSchema } from "#lib/features/elements/schema.ts";

/** Reads the elements of a class from the service again. */
export const readAgainAction = defineAction({
  name: "elements.read-again",
  permission: "portal:read",
  input: z.strictObject({
    cloudId: z.guid(),
    projectId: z.guid(),
    modelId: modelIdSchema,
    ifcClass: classNameSchema,
  }),
  run: async (input, actor) => {
    const reading = await readElementsAgain(actor, input);
    revalidatePath(`/clouds/${input.cloudId}/projects/${input.projectId}/models/${String(input.modelId)}`);
    return reading;
  },
});
