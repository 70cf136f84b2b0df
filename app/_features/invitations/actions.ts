"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { t } from "#lib/core/texts.ts";
import { cancelInvitation, invitePerson, remindPerson } from "#lib/features/invitations/commands.ts";
import { eraseAddress } from "#lib/features/erasure/commands.ts";
import { changeInvitationRole } from "#lib/features/people/invitation-role.ts";
import { confirmJoined } from "#lib/features/invitations/upkeep.ts";
import { answerFields } from "#lib/features/invitations/addresses/answer.ts";
import { inviteSchema } from "#lib/features/invitations/schema.ts";
import { toOutcome } from "#app/_features/operations/operation-outcome.ts";

export const inviteAction = defineAction({
  name: "invitations.send",
  permission: "invitation:send",
  // Parsed only to check it; the command parses it again and must get what was typed.
  input: z
    .object({
      key: z.string(),
      cloudId: z.string(),
      projectId: z.string().optional(),
      email: z.string(),
      role: z.enum(["", "25", "50", "100"]).default("50"),
      again: z.enum(["", "on"]).default(""),
      reason: z.string().max(500).default(""),
      ...answerFields,
    })
    .refine((typed) => inviteSchema.safeParse(typed).success, {
      error: () => t("This form has expired. Reload the page."),
    }),
  revalidates: "/",
  run: async (input, actor) => {
    const result = await invitePerson(actor, input);
    return { ...toOutcome(result.operation), address: result.operation.title };
  },
});

export const remindAction = defineAction({
  name: "invitations.remind",
  permission: "invitation:send",
  input: z.object({ key: z.string(), invitationId: z.uuid(), reason: z.string().max(500).default("") }),
  revalidates: "/",
  run: async (input, actor) => {
    const result = await remindPerson(actor, input);
    return toOutcome(result.operation);
  },
});

export const cancelInvitationAction = defineAction({
  name: "invitations.cancel",
  permission: "invitation:send",
  input: z.object({ invitationId: z.uuid() }),
  revalidates: "/",
  run: ({ invitationId }, actor) => cancelInvitation(actor, invitationId),
});

export const confirmInvitationAction = defineAction({
  name: "invitations.confirm",
  permission: "invitation:send",
  input: z.object({ invitationId: z.uuid(), note: z.string().max(2000) }),
  revalidates: "/",
  run: (input, actor) => confirmJoined(actor, input),
});

export const eraseInvitationAction = defineAction({
  name: "invitations.erase",
  permission: "invitation:send",
  input: z.object({ invitationId: z.uuid() }),
  revalidates: "/",
  run: ({ invitationId }, actor) => eraseAddress(actor, invitationId),
});

export const changeInvitationRoleAction = defineAction({
  name: "members.change-invitation-role",
  permission: "member:change",
  input: z.object({ invitationId: z.uuid(), role: z.enum(["25", "50", "100"]) }),
  revalidates: "/",
  // Whoever has answered meanwhile waits no more.
  revalidatesRefused: true,
  run: (input, actor) => changeInvitationRole(actor, input),
});
