/** Whether a request has a session cookie at all: a cheap check without the database, to decide how much of the request to accept. */
import { decode } from "next-auth/jwt";
import { sessionCookieName, sessionSecret } from "./session-key.ts";

/**
 * True when the Cookie header has a session cookie that this installation sealed and that has not expired. Only the session's row tells
 * whether it is still live, and whose it is.
 */
export async function showsSession(cookies: string | undefined): Promise<boolean> {
  const start = `${sessionCookieName()}=`;
  const pair = cookies?.split(";").find((part) => part.trim().startsWith(start));
  if (pair === undefined) return false;
  const token = pair.trim().slice(start.length);
  const opened = await decode({ token, secret: sessionSecret() }).catch(() => null);
  return opened !== null;
}
