"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { changeMemberRole, removeMember } from "#lib/features/people/commands.ts";

export const changeRoleAction = defineAction({
  name: "members.change-role",
  permission: "member:change",
  input: z.object({ cloudId: z.uuid(), userId: z.string().max(20), role: z.enum(["50", "100"]) }),
  revalidates: "/",
  // Whoever is no member any more is not shown any more.
  revalidatesRefused: true,
  run: async (input, actor) => {
    await changeMemberRole(actor, input);
    return null;
  },
});

export const removeMemberAction = defineAction({
  name: "members.remove",
  permission: "member:change",
  input: z.object({ cloudId: z.uuid(), userId: z.string().max(20) }),
  revalidates: "/",
  revalidatesRefused: true,
  run: async (input, actor) => {
    await removeMember(actor, input);
    return null;
  },
});
