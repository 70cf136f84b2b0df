/**
 * Refuses sign-ins of strangers that could not be checked anyway, before anything begins. While the queue for password hashes is full, each
 * of them would cost a page's work and memory only to get the same answer (docs/decisions/0050-strangers.md). The queue itself refuses
 * sign-ins that come another way (lib/core/identity/password.ts).
 */
import { hasHashingPlace } from "#lib/core/identity/password.ts";
import type { EdgeAnswer } from "./addresses.ts";
import { refuseForNow, TOO_MANY_SIGN_INS, type Asked } from "./refusal.ts";

const ADDRESSES = ["/api/auth/callback/credentials", "/platform/sign-in"];
/** From a browser that claims an earlier sign-in: only the typed address tells whether it is known. */
const KNOWN_BROWSER = /(?:^|;\s*)(?:(?:__Host-)?portico\.browser|portico_platform_browser)=/;

export type SignIn = Asked & { readonly method: string; readonly session: string | null };

/** The refusal of a stranger's sign-in while the queue for hashes is full; null for everything else. */
export function refuseSignIn(asked: SignIn, hasPlace = hasHashingPlace): EdgeAnswer | null {
  const isSignIn = asked.method === "POST" && ADDRESSES.includes(asked.path);
  const mayBeKnown = asked.session !== null || KNOWN_BROWSER.test(asked.headers.cookie ?? "");
  if (!isSignIn || mayBeKnown || hasPlace("stranger")) return null;
  return refuseForNow(TOO_MANY_SIGN_INS, asked);
}
