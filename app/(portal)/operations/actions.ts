"use server";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { t } from "#lib/core/texts.ts";
import { settleOperations } from "#lib/features/operations/settling.ts";

const ids = z.union([z.uuid().transform((id) => [id]), z.array(z.uuid())], {
  error: () => t("Choose at least one operation."),
});

export const settleManyAction = defineAction({
  name: "operations.settle-many",
  permission: "operation:settle",
  input: z.object({
    ids,
    decision: z.enum(["absent", "close"], { error: () => t("Choose what applies to them.") }),
    note: z.string().default(""),
  }),
  revalidates: "/",
  run: (input, actor) => settleOperations(actor, input),
});
