"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { createCloudSchema } from "#lib/features/clouds/schema.ts";
import { toOutcome } from "../_components/operation-outcome.ts";

export const createCloudAction = defineAction({
  name: "clouds.create",
  permission: "cloud:create",
  input: z.object({ key: z.string(), connectionId: z.string(), name: z.string() }).pipe(createCloudSchema),
  run: async (input, actor) => {
    const result = await createCloud(actor, input);
    revalidatePath("/", "layout");
    return toOutcome(result.operation, result.needsNewKey);
  },
});
