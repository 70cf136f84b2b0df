/**
 * From the request's cookie to an Actor. The only place in lib that touches Next (its cookies and headers, through next-auth).
 */
import { getServerSession } from "next-auth";
import { decode, type JWTOptions } from "next-auth/jwt";
import { AppError, forbidden } from "#lib/core/errors.ts";
import { newReference } from "#lib/core/ids.ts";
import { rememberSession } from "#lib/core/identity/known-sessions.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import type { Actor } from "./actor.ts";
import { createAuthOptions } from "./options.ts";
import { findStaffIdentity, type StaffIdentity } from "./staff-session.ts";

/** Who is signed in at this request, or null. */
export async function findSignedIn(options: { isBackground?: boolean } = {}): Promise<StaffIdentity | null> {
  let cookie = "";
  const jwt: Partial<JWTOptions> = {
    // next-auth makes a new cookie whenever it reads one. A page cannot send it, and making it costs as much as reading.
    encode: () => Promise.resolve(""),
    decode: (params) => {
      cookie = params.token ?? "";
      return decode(params);
    },
  };
  const session = await getServerSession(Object.assign(createAuthOptions(), { jwt }));
  if (session?.sessionId === undefined) return null;
  const identity = await findStaffIdentity(getDb(), session.sessionId, options);
  if (identity !== null) rememberSession(cookie);
  return identity;
}

/** The acting member of staff with the session. */
export type SignedInActor = Actor & Readonly<Omit<StaffIdentity, "secondFactorMissing">>;

/**
 * The acting member of staff.
 * @param options.beforeSecondFactor also allows a person who must still set up the second factor that the role requires
 * @param options.isBackground no person acted: the session is not extended
 * @throws AppError UNAUTHENTICATED when nobody is signed in, FORBIDDEN while the second factor is missing
 */
export async function requireActor(
  options: { beforeSecondFactor?: boolean; isBackground?: boolean } = {},
): Promise<SignedInActor> {
  const identity = await findSignedIn(options);
  if (identity === null)
    throw new AppError(
      "UNAUTHENTICATED",
      say("You are signed out. Nothing was done. Sign in and try again."),
    );
  if (identity.secondFactorMissing && options.beforeSecondFactor !== true)
    throw forbidden(
      say(
        "Your role needs a second factor, and your account has none yet. Nothing was done. Set up a second factor first.",
      ),
      { details: { href: "/second-factor" } },
    );
  return toSignedInActor(identity);
}

/**
 * For actions with which a person at an open or stolen session could keep access or lock others out.
 * @throws AppError CONFIRMATION_NEEDED when the person has not confirmed the account recently
 */
export function requireConfirmation({ isConfirmed }: Pick<SignedInActor, "isConfirmed">): void {
  if (isConfirmed) return;
  throw new AppError(
    "CONFIRMATION_NEEDED",
    say(
      "Nothing was done, because this action needs a fresh confirmation of your identity. Confirm, and Portico sends the form again. Or sign out, sign in and try again.",
    ),
  );
}

/** The actor of a request, with a new reference. */
export function toSignedInActor(identity: StaffIdentity): SignedInActor {
  return { ...identity, requestId: newReference() };
}
