"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { readChosenFile } from "#app/_server/chosen-file.ts";
import { t } from "#lib/core/texts.ts";
import { rehearsePlan } from "#lib/features/plans/rehearsing.ts";
import { planCommands } from "#lib/features/plans/kind.ts";
import { chooseStep, preparePlan } from "#lib/features/plans/drafts.ts";
import { correctPerson } from "#lib/features/plans/editing.ts";

export const preparePlanAction = defineAction({
  name: "plans.prepare",
  permission: "plan:run",
  input: z.object({
    key: z.string(),
    connectionId: z.uuid({ error: () => t("Choose a service.") }),
    name: z.string().default(""),
    projects: z.string().default(""),
    people: z.string().default(""),
    role: z.enum(["", "50", "100"]).default("50"),
    file: z.instanceof(File).optional(),
  }),
  run: async ({ file, ...input }, actor) => {
    redirect(`/plans/${await preparePlan(actor, { ...input, file: await readChosenFile(file) })}`);
  },
});

export const chooseStepAction = defineAction({
  name: "plans.choose",
  permission: "plan:run",
  input: z.object({ stepId: z.uuid(), isIncluded: z.enum(["yes", "no"]) }),
  revalidates: "/",
  run: ({ stepId, isIncluded }, actor) => chooseStep(actor, { stepId, isIncluded: isIncluded === "yes" }),
});

export const correctPersonAction = defineAction({
  name: "plans.correct",
  permission: "plan:run",
  input: z.object({ stepId: z.uuid(), address: z.string().max(1000) }),
  revalidates: "/",
  run: (input, actor) => correctPerson(actor, input),
});

const STEPS = { ...planCommands, rehearse: rehearsePlan };

export const steerPlanAction = defineAction({
  name: "plans.steer",
  permission: "plan:run",
  input: z.object({
    planId: z.uuid(),
    step: z.enum(["rehearse", "start", "pause", "resume", "retry", "discard"]),
  }),
  revalidates: "/",
  run: async ({ planId, step }, actor) => {
    if (step !== "discard") await STEPS[step](actor, planId);
    else if ((await planCommands.discard(actor, planId)).wasDraft) redirect("/plans");
  },
});
