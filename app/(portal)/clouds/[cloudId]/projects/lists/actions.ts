"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { readChosenFile } from "#app/_server/chosen-file.ts";
import { projectListCommands } from "#lib/features/projects/lists/kind.ts";
import { prepareProjectList } from "#lib/features/projects/lists/drafts.ts";
import { checkAgain, chooseRow, correctRow, fixRows } from "#lib/features/projects/lists/editing.ts";
import { rehearseProjectList } from "#lib/features/projects/lists/rehearsing.ts";
import { correctRowSchema, fixRowsSchema } from "#lib/features/projects/lists/schema.ts";

export const prepareListAction = defineAction({
  name: "project-lists.prepare",
  permission: "project:create",
  input: z.object({
    key: z.string(),
    cloudId: z.uuid(),
    text: z.string().default(""),
    file: z.instanceof(File).optional(),
  }),
  run: async ({ file, ...input }, actor) => {
    const id = await prepareProjectList(actor, { ...input, file: await readChosenFile(file) });
    redirect(`/clouds/${input.cloudId}/projects/lists/${id}`);
  },
});

export const chooseRowAction = defineAction({
  name: "project-lists.choose",
  permission: "project:create",
  input: z.object({ rowId: z.uuid(), isIncluded: z.enum(["yes", "no"]) }),
  revalidates: "/",
  run: ({ rowId, isIncluded }, actor) => chooseRow(actor, { rowId, isIncluded: isIncluded === "yes" }),
});

export const correctRowAction = defineAction({
  name: "project-lists.correct",
  permission: "project:create",
  input: correctRowSchema,
  revalidates: "/",
  run: (input, actor) => correctRow(actor, input),
});

export const fixRowsAction = defineAction({
  name: "project-lists.fix",
  permission: "project:create",
  // A single tick box arrives as a text instead of a list.
  input: fixRowsSchema.extend({
    rowIds: z.preprocess((ids) => (typeof ids === "string" ? [ids] : ids), fixRowsSchema.shape.rowIds),
  }),
  revalidates: "/",
  run: (input, actor) => fixRows(actor, input),
});

const STEPS = { ...projectListCommands, check: checkAgain, rehearse: rehearseProjectList };

export const steerListAction = defineAction({
  name: "project-lists.steer",
  permission: "project:create",
  input: z.object({
    cloudId: z.uuid(),
    listId: z.uuid(),
    step: z.enum(["check", "rehearse", "start", "pause", "resume", "retry", "discard"]),
  }),
  revalidates: "/",
  run: async ({ cloudId, listId, step }, actor) => {
    if (step !== "discard") await STEPS[step](actor, listId);
    else if ((await projectListCommands.discard(actor, listId)).wasDraft) redirect(`/clouds/${cloudId}`);
  },
});
