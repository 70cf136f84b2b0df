"use server";
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
  revalidates: "/clouds/[cloudId]/projects/[projectId]/models/[modelId]",
  run: async ({ ifcClasses, ...input }, actor) => {
    await Promise.all(ifcClasses.map((ifcClass) => readElementsAgain(actor, { ...input, ifcClass })));
    return { read: ifcClasses.length };
  },
});
