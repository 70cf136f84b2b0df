"use server";
import { redirect } from "next/navigation";
import { z } from "zod";
import { defineAction } from "#app/_server/action.ts";
import { leaveForProvider } from "#app/_server/provider-flow.ts";
import { AppError, notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endOwnSessions,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#lib/features/staff/own-account.ts";
import { requireOwnProof } from "#lib/features/staff/own-proof.ts";
import { changeOwnPassword } from "#lib/features/staff/passwords.ts";
import { ProviderRefusal } from "#lib/features/staff/provider/refusal.ts";
import { findProvider } from "#lib/features/staff/provider-settings.ts";
import {
  changePasswordSchema,
  confirmTotpSchema,
  endOtherSessionsSchema,
  endSessionSchema,
  ownProofSchema,
} from "#lib/features/staff/schema.ts";

const PERMISSION = "portal:read";
const PAGE = "/settings/security";

/** Ends the current session too: the person signs in with the new password. */
export const changePasswordAction = defineAction({
  name: "security.change-password",
  permission: PERMISSION,
  input: changePasswordSchema,
  secretFields: ["password", "newPassword"],
  run: async (input, actor): Promise<null> => {
    await changeOwnPassword(actor, input);
    redirect("/sign-in?password=new");
  },
});

/** Ends one of the person's own sessions. */
export const endSessionAction = defineAction({
  name: "security.end-session",
  permission: PERMISSION,
  isConfirmed: true,
  input: endSessionSchema,
  revalidates: PAGE,
  run: async ({ sessionId }, actor) => {
    await endOwnSessions(actor, sessionId);
  },
});

/** Ends all of the person's other sessions. */
export const endOtherSessionsAction = defineAction({
  name: "security.end-other-sessions",
  permission: PERMISSION,
  isConfirmed: true,
  input: endOtherSessionsSchema,
  revalidates: PAGE,
  run: async ({ endTokens }, actor) => {
    await endOwnSessions(actor, null, { andTokens: endTokens === "on" });
  },
});

/** Returns the secret that a first code must confirm. */
export const beginSecondFactorAction = defineAction({
  name: "security.begin-second-factor",
  permission: PERMISSION,
  beforeSecondFactor: true,
  input: z.strictObject({}),
  run: (_input, actor) => beginSecondFactor(actor),
});

/** Returns the recovery codes: the only time that they leave the server. The page is not refreshed, so that they can be read. */
export const confirmSecondFactorAction = defineAction({
  name: "security.confirm-second-factor",
  permission: PERMISSION,
  beforeSecondFactor: true,
  input: confirmTotpSchema,
  secretFields: ["password", "code"],
  run: async (input, actor) => ({ codes: await confirmSecondFactor(actor, input) }),
});

export const removeSecondFactorAction = defineAction({
  name: "security.remove-second-factor",
  permission: PERMISSION,
  input: ownProofSchema,
  secretFields: ["password", "code"],
  revalidates: PAGE,
  run: (input, actor) => removeSecondFactor(actor, input),
});

/** Returns the new recovery codes: the only time that they leave the server. */
export const renewCodesAction = defineAction({
  name: "security.renew-codes",
  permission: PERMISSION,
  input: ownProofSchema,
  secretFields: ["password", "code"],
  run: async (input, actor) => ({ codes: await renewRecoveryCodes(actor, input) }),
});

/** Returns the address where the person proves the identity; nothing changes before the return from there. */
export const connectProviderAction = defineAction({
  name: "security.connect-provider",
  permission: PERMISSION,
  input: ownProofSchema,
  secretFields: ["password", "code"],
  run: async (proof, actor) => {
    const provider = findProvider();
    if (provider === null) throw notFound(say("An identity provider"));
    const { staffId, sessionId } = actor;
    await requireOwnProof(actor, proof);
    try {
      const connects = { staffId, sessionId };
      return { address: await leaveForProvider(provider, { next: PAGE, connects, confirms: null }) };
    } catch (thrown) {
      if (!(thrown instanceof ProviderRefusal)) throw thrown;
      throw new AppError(
        "UPSTREAM",
        say("{label} is not answering. Nothing was changed. Try again in a minute.", {
          label: provider.label,
        }),
        { cause: thrown },
      );
    }
  },
});
