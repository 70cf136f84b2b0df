/** Where to go after sign-in: only a path inside the portal, however the address spells it (no open redirects). Pure. */

const NOWHERE = "http://portal.invalid";

/** The path if it leads into the portal; otherwise "/". */
export function safeNext(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !/^\/(?![/\\])[\w\-./?=&%~:+,!*()]*$/.test(next)) return "/";
  const url = new URL(next, NOWHERE);
  return url.origin === NOWHERE && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : "/";
}
