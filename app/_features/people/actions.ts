"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { changeMemberRole, removeMember } from "#lib/features/people/commands.ts";

/** For a Cloud, or for a project. */
const member = z.object({
  cloudId: z.uuid(),
  projectId: z.uuid().optional(),
  userId: z.string().max(20),
});

export const changeRoleAction = defineAction({
  name: "members.change-role",
  permission: "member:change",
  input: member.extend({ role: z.enum(["25", "50", "100"]) }),
  revalidates: "/",
  // A refusal may show that somebody is no longer a member, which the list then drops.
  revalidatesRefused: true,
  run: (input, actor) => changeMemberRole(actor, input),
});

export const removeMemberAction = defineAction({
  name: "members.remove",
  permission: "member:change",
  input: member,
  revalidates: "/",
  revalidatesRefused: true,
  run: (input, actor) => removeMember(actor, input),
});
