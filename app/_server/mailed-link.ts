import "server-only";
import { cookies } from "next/headers";
import { NextResponse } from "next/server";
import { getEnv } from "#lib/core/env.ts";

/** Pages that links in emails lead to. Each keeps its token in its own cookie, which is sent nowhere else. */
type Place = "join" | "new-password" | "platform/new-password";

const KEPT_SECONDS = 3600;
const cookieName = (place: Place): string => `portico_${place.replace("/", "_")}`;

/**
 * Moves the token of an emailed link from the address into a cookie, then redirects to a page without the token. Opening the link any
 * number of times, by people or by mail scanners, uses nothing up.
 */
export async function enterByLink(request: Request, place: Place): Promise<Response> {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  if (/^[\w-]{20,100}$/.test(token)) await setLinkCookie(place, token, KEPT_SECONDS);
  return new NextResponse(null, {
    status: 303,
    headers: { Location: `/${place}`, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
  });
}

/** The token that this browser has, or "". */
export async function readMailedLink(place: Place): Promise<string> {
  return (await cookies()).get(cookieName(place))?.value ?? "";
}

/** Deletes the cookie after the link was used. */
export async function dropMailedLink(place: Place): Promise<void> {
  await setLinkCookie(place, "", 0);
}

async function setLinkCookie(place: Place, value: string, maxAge: number): Promise<void> {
  (await cookies()).set(cookieName(place), value, {
    httpOnly: true,
    sameSite: "lax",
    secure: getEnv().origin.startsWith("https://"),
    path: `/${place}`,
    maxAge,
  });
}
