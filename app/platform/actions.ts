"use server";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { definePublicAction } from "#app/_server/action.ts";
import {
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
    const { sessionId } = await signUp(getDb(), { ...input, token: await readLinkToken() });
    await keepPlatformSession(sessionId);
    redirect(landing(cloud));
  },
});

export const platformSignInAction = definePublicAction({
  name: "platform.sign-in",
  input: z.object({ email: z.string().max(400), password: z.string().max(400), cloud: cloudNumber }),
  secretFields: ["password"],
  run: async ({ email, password, cloud }): Promise<null> => {
    const { sessionId } = await signIn(getDb(), { email, password, networkAddress: await networkAddress() });
    await keepPlatformSession(sessionId);
    redirect(landing(cloud));
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
    return null;
  },
});

export const answerInvitationAction = definePublicAction({
  name: "platform.answer",
  input: z.object({
    invitationId: z.coerce.number().int().positive(),
    answer: z.enum(["accept", "decline"]),
  }),
  run: async ({ invitationId, answer }): Promise<null> => {
    const user = await requirePlatformUser();
    if (answer === "decline") {
      await declineInvitation(getDb(), user, invitationId);
      revalidatePath("/platform", "layout");
      return null;
    }
    const { cloudId } = await acceptInvitation(getDb(), user, invitationId);
    redirect(`/platform/cloud/${String(cloudId)}`);
  },
});
