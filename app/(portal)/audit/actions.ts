"use server";
import { defineAction } from "#app/_server/action.ts";
import { setRetention } from "#lib/features/audit/retention.ts";
import { keepSchema } from "#lib/features/audit/schema.ts";

export const keepAuditAction = defineAction({
  name: "audit.keep",
  permission: "audit:read",
  input: keepSchema,
  revalidates: "/audit",
  run: async ({ months }, actor) => {
    await setRetention(actor, months);
    return { months };
  },
});
