/**
 * The session cookie in next-auth's form, for the sign-in that next-auth does not handle itself. It names a row of staff-session.ts and
 * proves nothing else.
 */
import { encode } from "next-auth/jwt";
import { createAuthOptions } from "./options.ts";
import { SESSION_ABSOLUTE_MS } from "./staff-session.ts";

export type SessionCookie = {
  name: string;
  value: string;
  options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean; maxAge: number };
};

/** The cookie for a session row that was just opened. */
export async function makeSessionCookie(sessionId: string): Promise<SessionCookie> {
  const { secret, cookies, useSecureCookies = false } = createAuthOptions();
  const name = cookies?.sessionToken?.name;
  if (secret === undefined || name === undefined) throw new Error("next-auth has no session cookie here.");
  const maxAge = SESSION_ABSOLUTE_MS / 1000;
  return {
    name,
    value: await encode({ token: { sid: sessionId }, secret, maxAge }),
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: useSecureCookies, maxAge },
  };
}
