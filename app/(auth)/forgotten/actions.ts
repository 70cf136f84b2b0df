"use server";
import { definePublicAction } from "#app/_server/action.ts";
import { readBrowserCookie } from "#app/_server/known-browser.ts";
import { networkAddress } from "#app/_server/platform-session.ts";
import { requestPasswordReset } from "#lib/features/staff/passwords.ts";
import { forgottenSchema } from "#lib/features/staff/schema.ts";

/** The answer is the same for every address. */
export const forgottenAction = definePublicAction({
  name: "staff.forgotten",
  input: forgottenSchema,
  run: async ({ email }) => {
    await requestPasswordReset({
      email,
      networkAddress: await networkAddress(),
      browserCookie: await readBrowserCookie("staff"),
    });
    return { email };
  },
});
