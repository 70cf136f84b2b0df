"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { sendAgain } from "#lib/service/operator/deliveries.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";

export const sendAgainAction = defineAction({
  name: "webhooks.send-again",
  permission: "application:manage",
  input: z.object({ deliveryId: z.guid() }),
  revalidates: "/applications/webhooks",
  run: async ({ deliveryId }, actor) => {
    await sendAgain(staffOperator(actor), deliveryId);
  },
});
