"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { definePublicAction } from "#app/_server/action.ts";
import { keepKnownBrowser } from "#app/_server/known-browser.ts";
import { networkAddress } from "#app/_server/platform-session.ts";
import { getDb } from "#lib/db/client.ts";
import { createFirstAccount } from "#lib/features/staff/first-run.ts";

export const createFirstAccountAction = definePublicAction({
  name: "staff.create-first",
  input: z.object({ token: z.string().max(200), name: z.string(), email: z.string(), password: z.string() }),
  secretFields: ["password", "token"],
  run: async ({ token, ...account }): Promise<null> => {
    const link = { token, networkAddress: await networkAddress() };
    const { email } = await createFirstAccount(getDb(), link, account);
    await keepKnownBrowser("staff", email);
    redirect("/sign-in?created=1&next=/start");
  },
});
