import "server-only";
import { cookies, headers } from "next/headers";
import { getEnv } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { rememberSession } from "#lib/core/identity/known-sessions.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { openInvitationLink } from "#lib/service/server/platform/links.ts";
import type { OpenedLink } from "#lib/service/server/platform/links.ts";
import { SESSION_ABSOLUTE_MS, endSession, findSessionUser } from "#lib/service/server/platform/sessions.ts";
import type { PlatformUser } from "#lib/service/server/platform/sessions.ts";

/** Cookies of the invited person's platform: sent only to the platform (path), and hidden from script. */
const SESSION_COOKIE = "portico_platform";
const LINK_COOKIE = "portico_invitation";
const LINK_KEPT_SECONDS = 3600;

type CookieOptions = { httpOnly: true; sameSite: "lax"; secure: boolean; path: string; maxAge: number };

function cookieOptions(maxAge: number): CookieOptions {
  return {
    httpOnly: true,
    sameSite: "lax",
    secure: getEnv().origin.startsWith("https://"),
    path: "/platform",
    maxAge,
  };
}

/** The person signed in on the platform, or null. */
export async function findPlatformUser(): Promise<PlatformUser | null> {
  const sessionId = (await cookies()).get(SESSION_COOKIE)?.value;
  if (sessionId === undefined) return null;
  const user = await findSessionUser(getDb(), sessionId);
  if (user !== null) rememberSession(sessionId);
  return user;
}

/** @throws AppError UNAUTHENTICATED */
export async function requirePlatformUser(): Promise<PlatformUser> {
  return (await requirePlatformSession()).user;
}

/**
 * The person, and this session's cookie.
 * @throws AppError UNAUTHENTICATED
 */
export async function requirePlatformSession(): Promise<{ user: PlatformUser; sessionId: string }> {
  const sessionId = (await cookies()).get(SESSION_COOKIE)?.value ?? "";
  const user = sessionId === "" ? null : await findSessionUser(getDb(), sessionId);
  if (user === null)
    throw new AppError(
      "UNAUTHENTICATED",
      say("You are signed out. Nothing was done. Sign in and try again."),
    );
  return { user, sessionId };
}

/** Remembers a session that was just opened. */
export async function keepPlatformSession(sessionId: string): Promise<void> {
  (await cookies()).set(SESSION_COOKIE, sessionId, cookieOptions(SESSION_ABSOLUTE_MS / 1000));
}

/** Ends the session at the server and deletes its cookie, and the cookie of the opened link. */
export async function endPlatformSession(): Promise<void> {
  const jar = await cookies();
  const sessionId = jar.get(SESSION_COOKIE)?.value;
  if (sessionId !== undefined) await endSession(getDb(), sessionId);
  jar.set(SESSION_COOKIE, "", cookieOptions(0));
  await dropLinkToken();
}

/** Keeps the token of an opened link out of the address bar; does not use it up. */
export async function keepLinkToken(token: string): Promise<void> {
  (await cookies()).set(LINK_COOKIE, token, cookieOptions(LINK_KEPT_SECONDS));
}

/** Deletes the link's cookie once the link was answered. */
export async function dropLinkToken(): Promise<void> {
  (await cookies()).set(LINK_COOKIE, "", cookieOptions(0));
}

/** The token of the link that this browser has, or "". */
export async function readLinkToken(): Promise<string> {
  return (await cookies()).get(LINK_COOKIE)?.value ?? "";
}

/** The invitation whose link this browser has opened, while the link is valid. */
export async function findOpenedLink(): Promise<OpenedLink | null> {
  const token = await readLinkToken();
  return token === "" ? null : openInvitationLink(getDb(), token);
}

/** The network address of the request, for throttling. */
export async function networkAddress(): Promise<string> {
  return (await headers()).get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
}
