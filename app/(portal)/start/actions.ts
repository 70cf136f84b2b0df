"use server";
import { defineAction } from "#app/_server/action.ts";
import { demoSchema, makeDemoCloud } from "#lib/features/start/demo.ts";

export const makeDemoAction = defineAction({
  name: "start.demo",
  permission: "cloud:create",
  input: demoSchema,
  revalidates: "/",
  run: (input, actor) => makeDemoCloud(actor, input),
});
