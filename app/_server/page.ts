import "server-only";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { isAllowed } from "#lib/auth/actor.ts";
import type { Actor, Permission } from "#lib/auth/actor.ts";
import { requireActor } from "#lib/auth/session.ts";
import { AppError } from "#lib/core/errors.ts";

/** The signed-in person of this request, or null; asked once for page, frame and loading state. */
export const findActor = cache(async () => {
  try {
    return await requireActor();
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === "UNAUTHENTICATED") return null;
    throw thrown;
  }
});

/**
 * The gate of every staff page: the signed-in person with the permission, or the sign-in page (which leads back to `path`).
 * Each page calls it itself; nothing depends on a proxy.
 * Without the permission the person is led to a page that says so.
 */
export async function requirePage(
  path: string,
  permission: Permission = "portal:read",
): Promise<Actor & { email: string }> {
  const actor = await findActor();
  if (actor === null) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  if (!isAllowed(actor, permission)) redirect("/not-allowed");
  return actor;
}

/** Runs a query of a page; what is not there, or not yours to see, becomes Next's not-found page. */
export async function orNotFound<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === "NOT_FOUND") notFound();
    throw thrown;
  }
}

/** A path inside the portal to go on to after sign-in; anything else becomes the overview (no open redirects). */
export function safeNext(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !/^\/(?![/\\])[\w\-./?=&%~:+,!*()]*$/.test(next)) return "/";
  const url = new URL(next, "http://portal.invalid");
  return url.origin === "http://portal.invalid" && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}`
    : "/";
}
