"use server";
import { redirect } from "next/navigation";
import { definePublicAction } from "#app/_server/action.ts";
import { keepKnownBrowser } from "#app/_server/known-browser.ts";
import { dropMailedLink, readMailedLink } from "#app/_server/mailed-link.ts";
import { joinStaff } from "#lib/features/staff/invitations.ts";
import { joinSchema } from "#lib/features/staff/schema.ts";

/** Creates the account; the token comes from the cookie of the opened link, never from the form. */
export const joinAction = definePublicAction({
  name: "staff.join",
  input: joinSchema,
  secretFields: ["password"],
  run: async (input): Promise<null> => {
    const { email } = await joinStaff(await readMailedLink("join"), input);
    await keepKnownBrowser("staff", email);
    await dropMailedLink("join");
    redirect("/sign-in?created=1");
  },
});
