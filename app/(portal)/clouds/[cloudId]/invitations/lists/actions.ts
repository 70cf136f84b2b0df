"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { readChosenFile } from "#app/_server/chosen-file.ts";
import { t } from "#lib/core/texts.ts";
import { invitationListCommands } from "#lib/features/invitations/lists/kind.ts";
import { prepareList } from "#lib/features/invitations/lists/drafts.ts";
import { changeListRole, correctRow, fixRows, includeRow } from "#lib/features/invitations/lists/editing.ts";
import {
  fixRowsSchema,
  listRoleSchema,
  prepareInvitationListSchema,
} from "#lib/features/invitations/lists/schema.ts";
import { settleListed } from "#lib/features/invitations/lists/settling.ts";

export const prepareListAction = defineAction({
  name: "invitation-lists.prepare",
  permission: "invitation:send",
  input: z
    .object({
      key: z.string(),
      cloudId: z.string(),
      role: z.enum(["", "50", "100"]).default("50"),
      addresses: z.string().default(""),
      file: z.instanceof(File).optional(),
    })
    .refine(
      // Parsed only to check it; the command parses it again and must get what was typed.
      (typed) => prepareInvitationListSchema.safeParse(typed).success,
      { error: () => t("This form has expired. Reload the page.") },
    ),
  run: async ({ file, ...input }, actor) => {
    const id = await prepareList(actor, { ...input, file: await readChosenFile(file) });
    redirect(`/clouds/${input.cloudId}/invitations/lists/${id}`);
  },
});

export const correctRowAction = defineAction({
  name: "invitation-lists.correct",
  permission: "invitation:send",
  input: z.object({ rowId: z.uuid(), address: z.string().max(1000) }),
  revalidates: "/",
  run: (input, actor) => correctRow(actor, input),
});

export const fixRowsAction = defineAction({
  name: "invitation-lists.fix",
  permission: "invitation:send",
  // One tick box alone arrives as a text.
  input: fixRowsSchema.extend({
    rowIds: z.preprocess((ids) => (typeof ids === "string" ? [ids] : ids), fixRowsSchema.shape.rowIds),
  }),
  revalidates: "/",
  run: (input, actor) => fixRows(actor, input),
});

export const includeRowAction = defineAction({
  name: "invitation-lists.include",
  permission: "invitation:send",
  input: z.object({ rowId: z.uuid(), isIncluded: z.enum(["yes", "no"]) }),
  revalidates: "/",
  run: ({ rowId, isIncluded }, actor) => includeRow(actor, { rowId, isIncluded: isIncluded === "yes" }),
});

export const changeListRoleAction = defineAction({
  name: "invitation-lists.role",
  permission: "invitation:send",
  input: listRoleSchema,
  revalidates: "/",
  run: (input, actor) => changeListRole(actor, input),
});

export const steerListAction = defineAction({
  name: "invitation-lists.steer",
  permission: "invitation:send",
  input: z.object({
    cloudId: z.uuid(),
    listId: z.uuid(),
    step: z.enum(["start", "pause", "resume", "retry", "discard"]),
  }),
  revalidates: "/",
  run: async ({ cloudId, listId, step }, actor) => {
    if (step !== "discard") await invitationListCommands[step](actor, listId);
    else if ((await invitationListCommands.discard(actor, listId)).wasDraft)
      redirect(`/clouds/${cloudId}/invitations`);
  },
});

export const settleListedAction = defineAction({
  name: "invitation-lists.settle",
  permission: "operation:settle",
  input: z.object({ listId: z.uuid() }),
  revalidates: "/",
  run: ({ listId }, actor) => settleListed(actor, listId),
});
