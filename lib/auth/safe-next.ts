/**
 * Where to go on after sign-in: a path inside the portal and nothing else, however the address spells it (no open redirects). Pure.
 */

const NOWHERE = "http://portal.invalid";

/** The path when it leads into the portal; "/" for anything else. */
export function safeNext(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !/^\/(?![/\\])[\w\-./?=&%~:+,!*()]*$/.test(next)) return "/";
  const url = new URL(next, NOWHERE);
  return url.origin === NOWHERE && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : "/";
}
