/**
 * Sign-ins of strangers that could not be checked anyway are refused before anybody begins them. While the queue for hashes is full each of
 * them would cost a page's work and leave its garbage, only to hear the same (docs/decisions/0050-strangers.md). The queue itself refuses
 * whatever comes another way (lib/core/identity/password.ts).
 */
import type { IncomingHttpHeaders } from "node:http";
import { hasHashingPlace } from "#lib/core/identity/password.ts";
import type { EdgeAnswer } from "./addresses.ts";
import { refuseForNow, TOO_MANY_SIGN_INS, type Asked } from "./refusal.ts";

const ADDRESSES = ["/api/auth/callback/credentials", "/platform/sign-in"];
/** Of a browser that says it has signed in before: it may be known, which only the address typed tells. */
const KNOWN_BROWSER = /(?:^|;\s*)(?:(?:__Host-)?portico\.browser|portico_platform_browser)=/;

export type SignIn = Asked & { readonly method: string; readonly session: string | null };

/** The refusal of a stranger's sign-in while no more hashes can wait; null for everything else. */
export function refuseSignIn(asked: SignIn, hasPlace = hasHashingPlace): EdgeAnswer | null {
  const isSignIn = asked.method === "POST" && ADDRESSES.includes(asked.path);
  if (!isSignIn || asked.session !== null || mayBeKnown(asked.headers) || hasPlace("stranger")) return null;
  return refuseForNow(TOO_MANY_SIGN_INS, asked);
}

function mayBeKnown({ cookie = "" }: IncomingHttpHeaders): boolean {
  return KNOWN_BROWSER.test(cookie);
}
