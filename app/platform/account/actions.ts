"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { definePublicAction } from "#app/_server/action.ts";
import { requirePlatformSession, requirePlatformUser } from "#app/_server/platform-session.ts";
import { getDb } from "#lib/db/client.ts";
import { changePassword } from "#lib/service/server/platform/passwords.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#lib/service/server/platform/second-factor.ts";

const password = z.string().max(400);
const ownPassword = z.object({ password });

/** Ends the current session too: the person signs in with the new password. */
export const changePlatformPasswordAction = definePublicAction({
  name: "platform.change-password",
  input: z.object({ password, newPassword: password }),
  secretFields: ["password", "newPassword"],
  run: async (input): Promise<null> => {
    await changePassword(getDb(), await requirePlatformUser(), input);
    redirect("/platform/sign-in?password=new");
  },
});

/** Returns the secret that a first code must confirm. */
export const beginPlatformFactorAction = definePublicAction({
  name: "platform.begin-second-factor",
  input: z.object({}),
  run: async () => beginSecondFactor(getDb(), await requirePlatformUser()),
});

/** Returns the recovery codes: the only time that they leave the server. The page is not refreshed, so that they can be read. */
export const confirmPlatformFactorAction = definePublicAction({
  name: "platform.confirm-second-factor",
  input: z.object({ password, code: z.string().max(40) }),
  secretFields: ["password", "code"],
  run: async (input) => {
    const { user, sessionId } = await requirePlatformSession();
    return { codes: await confirmSecondFactor(getDb(), user, { ...input, sessionId }) };
  },
});

export const removePlatformFactorAction = definePublicAction({
  name: "platform.remove-second-factor",
  input: ownPassword,
  secretFields: ["password"],
  revalidates: "/platform/account",
  run: async (input) => removeSecondFactor(getDb(), await requirePlatformUser(), input),
});

/** Returns the new recovery codes: the only time that they leave the server. */
export const renewPlatformCodesAction = definePublicAction({
  name: "platform.renew-codes",
  input: ownPassword,
  secretFields: ["password"],
  run: async (input) => ({
    codes: await renewRecoveryCodes(getDb(), await requirePlatformUser(), input),
  }),
});
