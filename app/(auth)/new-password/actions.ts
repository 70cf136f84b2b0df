"use server";
import { redirect } from "next/navigation";
import { definePublicAction } from "#app/_server/action.ts";
import { keepKnownBrowser } from "#app/_server/known-browser.ts";
import { dropMailedLink, readMailedLink } from "#app/_server/mailed-link.ts";
import { setNewPassword } from "#lib/features/staff/passwords.ts";
import { newPasswordSchema } from "#lib/features/staff/schema.ts";

/** Sets the password; the token comes from the cookie of the opened link, never from the form. */
export const newPasswordAction = definePublicAction({
  name: "staff.new-password",
  input: newPasswordSchema,
  secretFields: ["password"],
  run: async (input): Promise<null> => {
    const { email } = await setNewPassword(await readMailedLink("new-password"), input);
    await keepKnownBrowser("staff", email);
    await dropMailedLink("new-password");
    redirect("/sign-in?password=new");
  },
});
