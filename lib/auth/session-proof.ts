/** Whether a request shows a session at all: cheap, without the database, for deciding how much of it is taken in. */
import { decode } from "next-auth/jwt";
import { sessionCookieName, sessionSecret } from "./session-key.ts";

/**
 * True when the Cookie header holds a session cookie that this installation sealed and that has not expired. Whether its session still
 * lives, and whose it is, only its row tells.
 */
export async function showsSession(cookies: string | undefined): Promise<boolean> {
  const start = `${sessionCookieName()}=`;
  const pair = cookies?.split(";").find((part) => part.trim().startsWith(start));
  if (pair === undefined) return false;
  const token = pair.trim().slice(start.length);
  const opened = await decode({ token, secret: sessionSecret() }).catch(() => null);
  return opened !== null;
}
