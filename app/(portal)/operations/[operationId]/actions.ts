"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { discardOperation, sendOperation, settleOperation } from "#lib/features/operations/commands.ts";

export const settleAction = defineAction({
  name: "operations.settle",
  permission: "operation:settle",
  input: z.object({
    id: z.uuid(),
    decision: z.enum(["exists", "absent", "leave"]),
    serviceId: z.string().default(""),
    note: z.string().default(""),
  }),
  run: async ({ id, decision, serviceId, note }, actor) => {
    const settled = await settleOperation(
      actor,
      decision === "exists"
        ? { id, decision, note, ...(serviceId.trim() === "" ? {} : { serviceId: serviceId.trim() }) }
        : { id, decision, note },
    );
    revalidatePath("/", "layout");
    return { state: settled.state };
  },
});

export const sendAction = defineAction({
  name: "operations.send",
  permission: "operation:settle",
  input: z.object({ id: z.uuid() }),
  run: async ({ id }, actor) => {
    const sent = await sendOperation(actor, { id });
    revalidatePath("/", "layout");
    return { state: sent.state };
  },
});

export const discardAction = defineAction({
  name: "operations.discard",
  permission: "operation:settle",
  input: z.object({ id: z.uuid() }),
  run: async ({ id }, actor) => {
    const discarded = await discardOperation(actor, id);
    revalidatePath("/", "layout");
    return { state: discarded.state };
  },
});
