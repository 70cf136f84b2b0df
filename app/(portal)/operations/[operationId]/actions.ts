"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { t } from "#lib/core/texts.ts";
import { discardOperation, sendOperation } from "#lib/features/operations/commands.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";

export const settleAction = defineAction({
  name: "operations.settle",
  permission: "operation:settle",
  input: z.object({
    id: z.uuid(),
    decision: z.enum(["exists", "absent", "leave", "close"]),
    serviceId: z.string().default(""),
    note: z.string().default(""),
  }),
  revalidates: "/",
  run: async ({ id, decision, serviceId, note }, actor) => {
    const settled = await settleOperation(
      actor,
      decision === "exists"
        ? { id, decision, note, ...(serviceId.trim() === "" ? {} : { serviceId: serviceId.trim() }) }
        : { id, decision, note },
    );
    return { state: settled.state };
  },
});

export const sendAction = defineAction({
  name: "operations.send",
  permission: "operation:settle",
  input: z.object({ id: z.uuid() }),
  revalidates: "/",
  run: async ({ id }, actor) => {
    const sent = await sendOperation(actor, { id });
    return { state: sent.state };
  },
});

/** Sends an uncertain invitation again: two emails are possible, so it needs a confirmation and a reason. */
export const sendAgainAction = defineAction({
  name: "operations.send-again",
  permission: "operation:settle",
  input: z.object({
    id: z.uuid(),
    twoMails: z.literal("on", { error: () => t("Confirm that the person may get two emails.") }),
    reason: z.string().default(""),
  }),
  revalidates: "/",
  run: async ({ id, reason }, actor) => {
    const sent = await sendOperation(actor, { id, acceptsTwoMails: true, note: reason });
    return { state: sent.state };
  },
});

export const discardAction = defineAction({
  name: "operations.discard",
  permission: "operation:settle",
  input: z.object({ id: z.uuid() }),
  revalidates: "/",
  run: async ({ id }, actor) => {
    const discarded = await discardOperation(actor, id);
    return { state: discarded.state };
  },
});
