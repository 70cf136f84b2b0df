import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { isAllowed } from "#lib/auth/actor.ts";
import type { Permission } from "#lib/auth/actor.ts";
import { safeNext } from "#lib/auth/callback-address.ts";
import { findSignedIn, toSignedInActor } from "#lib/auth/session.ts";
import type { SignedInActor } from "#lib/auth/session.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Query } from "#lib/core/paging/hrefs.ts";
import { getFrameFacts } from "#lib/features/overview/queries.ts";
import { noteRefusedAccess } from "./refusals.ts";

/** What Next gives a page: the parts of its address by their names, and the query. */
export type PageProps<Part extends string = never> = {
  params: Promise<Record<Part, string>>;
  searchParams: Promise<Query>;
};

/** The signed-in person of this request, or null; loaded once for page, frame and loading state. */
const findPerson = cache(async () => {
  const identity = await findSignedIn();
  if (identity === null) return null;
  return { actor: toSignedInActor(identity), secondFactorMissing: identity.secondFactorMissing };
});

/** The signed-in person, or null; also while the second factor that the role requires is missing. */
export async function findActor(): Promise<SignedInActor | null> {
  const person = await findPerson();
  return person === null || person.secondFactorMissing ? null : person.actor;
}

/** What the frame shows, loaded once for the layout, the page and its replacements. */
export const getPageFacts = cache(() => getFrameFacts());

/**
 * Guards every page of the portal: returns the signed-in person with the permission, or redirects to the sign-in page (which leads back to
 * `path` with its query). Each page calls it itself; nothing depends on a proxy. A person without the permission gets a page that says so;
 * one without the second factor that the role requires has to set it up.
 */
export async function requirePage(
  path: string,
  permission: Permission = "portal:read",
): Promise<SignedInActor> {
  const person = await findPerson();
  if (person === null) redirect(`/sign-in?next=${encodeURIComponent(await withQuery(path))}`);
  if (person.secondFactorMissing)
    redirect(`/second-factor?next=${encodeURIComponent(await withQuery(path))}`);
  if (!isAllowed(person.actor, permission)) {
    await noteRefusedAccess({ code: "FORBIDDEN" }, person.actor, `page: ${permission}`);
    redirect("/not-allowed");
  }
  return person.actor;
}

/** The path with the query of this request; without the query where it must not be led back to (lib/auth/callback-address.ts). */
async function withQuery(path: string): Promise<string> {
  const asked = (await headers()).get("x-asked") ?? path;
  const query = new URLSearchParams(asked.slice(asked.indexOf("?") + 1));
  // Next's own parameter, for the data of a page.
  query.delete("_rsc");
  const address = asked.includes("?") && query.size > 0 ? `${path}?${query.toString()}` : path;
  return safeNext(address) === address ? address : path;
}

/** Guards the page that sets up the missing second factor; redirects everybody else to `next`. */
export async function requireSecondFactorMissing(next: string): Promise<SignedInActor> {
  const person = await findPerson();
  if (person === null) redirect(`/sign-in?next=${encodeURIComponent(next)}`);
  if (!person.secondFactorMissing) redirect(next);
  return person.actor;
}

/** Runs a query of a page; something missing, or not visible to this person, shows Next's not-found page. */
export async function orNotFound<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === "NOT_FOUND") notFound();
    throw thrown;
  }
}
