"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { definePublicAction } from "#app/_server/action.ts";
import { keepKnownBrowser, readBrowserCookie } from "#app/_server/known-browser.ts";
import { dropMailedLink, readMailedLink } from "#app/_server/mailed-link.ts";
import {
  dropLinkToken,
  endPlatformSession,
  keepPlatformSession,
  networkAddress,
  readLinkToken,
  requirePlatformUser,
} from "#app/_server/platform-session.ts";
import { getDb } from "#lib/db/client.ts";
import { signIn, signUp } from "#lib/service/server/platform/accounts.ts";
import { acceptInvitation, declineInvitation } from "#lib/service/server/platform/invitations.ts";
import { requestFreshLink } from "#lib/service/server/platform/links.ts";
import { requestPasswordReset, setNewPassword } from "#lib/service/server/platform/passwords.ts";

const cloudNumber = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .or(z.literal(""))
  .default("");

const landing = (cloud: string): string => (cloud === "" ? "/platform" : `/platform/cloud/${cloud}`);

export const signUpAction = definePublicAction({
  name: "platform.sign-up",
  input: z.object({ firstname: z.string(), lastname: z.string(), password: z.string(), cloud: cloudNumber }),
  secretFields: ["password"],
  run: async ({ cloud, ...input }): Promise<null> => {
    const { sessionId, user } = await signUp(getDb(), { ...input, token: await readLinkToken() });
    await keepPlatformSession(sessionId);
    await keepKnownBrowser("platform", user.email);
    redirect(landing(cloud));
  },
});

/** Returns what is missing where the account has a second factor: a code, or another code. */
export const platformSignInAction = definePublicAction({
  name: "platform.sign-in",
  input: z.object({
    email: z.string().max(400),
    password: z.string().max(400),
    code: z.string().max(40).default(""),
    cloud: cloudNumber,
  }),
  secretFields: ["password", "code"],
  run: async ({ cloud, ...typed }) => {
    const done = await signIn(getDb(), {
      ...typed,
      networkAddress: await networkAddress(),
      browserCookie: await readBrowserCookie("platform"),
    });
    if (done.outcome !== "signed-in") return { asks: done.outcome, email: typed.email };
    await keepPlatformSession(done.sessionId);
    await keepKnownBrowser("platform", done.user.email);
    redirect(landing(cloud));
  },
});

/** The answer is the same for every address. */
export const platformForgottenAction = definePublicAction({
  name: "platform.forgotten",
  input: z.object({ email: z.string().max(400) }),
  run: async ({ email }) => {
    await requestPasswordReset(getDb(), {
      email,
      networkAddress: await networkAddress(),
      browserCookie: await readBrowserCookie("platform"),
    });
    return { email };
  },
});

/** Sets the password; the token comes from the cookie of the opened link, never from the form. */
export const platformNewPasswordAction = definePublicAction({
  name: "platform.new-password",
  input: z.object({ password: z.string().max(400) }),
  secretFields: ["password"],
  run: async (input): Promise<null> => {
    const { email } = await setNewPassword(getDb(), await readMailedLink("platform/new-password"), input);
    await keepKnownBrowser("platform", email);
    await dropMailedLink("platform/new-password");
    redirect("/platform/sign-in?password=new");
  },
});

export const platformSignOutAction = definePublicAction({
  name: "platform.sign-out",
  input: z.object({}),
  run: async (): Promise<null> => {
    await endPlatformSession();
    redirect("/platform/sign-in");
  },
});

export const freshLinkAction = definePublicAction({
  name: "platform.fresh-link",
  input: z.object({ email: z.string().max(400), cloud: cloudNumber }),
  run: async ({ email, cloud }) => {
    await requestFreshLink(getDb(), {
      email,
      networkAddress: await networkAddress(),
      ...(cloud === "" ? {} : { cloudId: Number(cloud) }),
    });
  },
});

export const answerInvitationAction = definePublicAction({
  name: "platform.answer",
  input: z.object({
    invitationId: z.coerce.number().int().positive(),
    answer: z.enum(["accept", "decline"]),
  }),
  revalidates: "/platform",
  run: async ({ invitationId, answer }) => {
    const user = await requirePlatformUser();
    if (answer === "decline") {
      await declineInvitation(getDb(), user, invitationId);
      await dropLinkToken();
      return;
    }
    const { cloudId } = await acceptInvitation(getDb(), user, invitationId);
    await dropLinkToken();
    redirect(`/platform/cloud/${String(cloudId)}`);
  },
});
