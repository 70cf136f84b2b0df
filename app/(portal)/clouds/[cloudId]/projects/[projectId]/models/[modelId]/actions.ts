"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { readElementsAgain } from "#lib/features/elements/commands.ts";
import { classNamesSchema, modelIdSchema } from "#lib/features/elements/schema.ts";

/** Reads the elements of one class or several from the service again. */
export const readAgainAction = defineAction({
  name: "elements.read-again",
  permission: "portal:read",
  input: z.strictObject({
    cloudId: z.guid(),
    projectId: z.guid(),
    modelId: modelIdSchema,
    ifcClasses: classNamesSchema,
  }),
  run: async ({ ifcClasses, ...input }, actor) => {
    await Promise.all(ifcClasses.map((ifcClass) => readElementsAgain(actor, { ...input, ifcClass })));
    revalidatePath(`/clouds/${input.cloudId}/projects/${input.projectId}/models/${String(input.modelId)}`);
    return { read: ifcClasses.length };
  },
});
