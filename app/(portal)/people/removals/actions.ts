"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { startRemoval, stopRemoval } from "#lib/features/people/removals/commands.ts";

export const startRemovalAction = defineAction({
  name: "removals.start",
  permission: "member:change",
  input: z.object({ address: z.string().max(320), count: z.string().max(10) }),
  revalidates: "/",
  run: async (input, actor) => {
    const id = await startRemoval(actor, input);
    redirect(`/people/removals/${id}`);
  },
});

export const stopRemovalAction = defineAction({
  name: "removals.stop",
  permission: "member:change",
  input: z.object({ removalId: z.uuid() }),
  revalidates: "/",
  run: ({ removalId }, actor) => stopRemoval(actor, removalId),
});
