/** Who acts without an account: stored as the name of the actor, and shown in the reader's language. */
import { kept } from "#lib/core/language/kept-texts.ts";

export const AT_SIGN_IN = kept("Somebody at the sign-in page");
export const NOT_SIGNED_IN = kept("Somebody who is not signed in");
export const PROGRAM = kept("A program with a token");

export const STRANGERS: readonly string[] = [AT_SIGN_IN, NOT_SIGNED_IN, PROGRAM];
