"use server";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { adoptCloud } from "#lib/features/clouds/adoption.ts";
import { archiveCloud, bringBackCloud } from "#lib/features/clouds/archive.ts";
import { changeCloud, deleteCloud } from "#lib/features/clouds/changes.ts";
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

export const adoptCloudAction = defineAction({
  name: "clouds.adopt",
  permission: "cloud:create",
  input: z.object({ connectionId: z.string(), serviceId: z.string(), name: z.string().default("") }),
  run: async (input, actor) => {
    const adopted = await adoptCloud(actor, input);
    revalidatePath("/", "layout");
    return adopted;
  },
});

export const changeCloudAction = defineAction({
  name: "clouds.change",
  permission: "registry:change",
  input: z.object({ id: z.string(), version: z.string(), name: z.string() }),
  run: async (input, actor) => {
    await changeCloud(actor, input);
    revalidatePath("/", "layout");
    return { name: input.name.trim() };
  },
});

export const archiveCloudAction = defineAction({
  name: "clouds.archive",
  permission: "registry:change",
  input: z.object({ id: z.string(), to: z.enum(["archive", "list"]) }),
  run: async ({ id, to }, actor) => {
    await (to === "archive" ? archiveCloud(actor, id) : bringBackCloud(actor, id));
    revalidatePath("/", "layout");
    return { isArchived: to === "archive" };
  },
});

export const deleteCloudAction = defineAction({
  name: "clouds.delete",
  permission: "registry:delete",
  input: z.object({ id: z.string(), typedName: z.string() }),
  run: async (input, actor) => {
    try {
      await deleteCloud(actor, input);
    } finally {
      // Also when it was found to be gone: the list marks it.
      revalidatePath("/", "layout");
    }
    redirect("/clouds");
  },
});
