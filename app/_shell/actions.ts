"use server";
import { defineAction } from "#app/_server/action.ts";
import { networkAddress } from "#app/_server/platform-session.ts";
import { confirmIdentity } from "#lib/features/staff/own-proof.ts";
import { ownProofSchema } from "#lib/features/staff/schema.ts";

/** Proves again that the actor owns the account; valid for a while in this session. */
export const confirmIdentityAction = defineAction({
  name: "security.confirm",
  permission: "portal:read",
  input: ownProofSchema,
  secretFields: ["password", "code"],
  run: async (input, actor) => {
    await confirmIdentity(actor, input, await networkAddress());
  },
});
