"use server";
import { defineAction } from "#app/_server/action.ts";
import { createToken, revokeToken } from "#lib/features/tokens/commands.ts";
import { createTokenSchema, revokeTokenSchema } from "#lib/features/tokens/schema.ts";

/** Returns the token: the only time that it leaves the server. */
export const createTokenAction = defineAction({
  name: "tokens.create",
  permission: "elements:export",
  isConfirmed: true,
  input: createTokenSchema,
  revalidates: "/settings/tokens",
  run: async (input, actor) => {
    const { name, token, expiresAt } = await createToken(actor, input);
    return { name, token, expiresAt: expiresAt.toISOString() };
  },
});

/** Revokes one's own token, effective with the very next request. */
export const revokeTokenAction = defineAction({
  name: "tokens.revoke",
  permission: "portal:read",
  input: revokeTokenSchema,
  revalidates: "/settings/tokens",
  run: ({ tokenId }, actor) => revokeToken(actor, tokenId),
});
