import { signOut } from "#app/_client/sign-in-out.ts";
import { forgetRecentPlaces } from "../palette/recent-places.ts";

/**
 * Ends the session of a member of staff and forgets the recently opened places in this browser.
 * @param byProvider signed in with the identity provider: the sign-in page offers to sign out there, too
 * @throws Error when Portico did not answer
 */
export async function signOutOfPortal(byProvider: boolean): Promise<void> {
  forgetRecentPlaces();
  await signOut(byProvider ? "/sign-in?left=1" : "/sign-in");
}
