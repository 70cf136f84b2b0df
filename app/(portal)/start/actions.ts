"use server";
import { revalidatePath } from "next/cache";
import { defineAction } from "#app/_server/action.ts";
import { demoSchema, makeDemoCloud } from "#lib/features/start/demo.ts";

export const makeDemoAction = defineAction({
  name: "start.demo",
  permission: "cloud:create",
  input: demoSchema,
  run: async (input, actor) => {
    const made = await makeDemoCloud(actor, input);
    revalidatePath("/", "layout");
    return made;
  },
});
