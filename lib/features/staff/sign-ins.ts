/** Records failed sign-ins of staff: who was refused, from where, and why. */
import { ADDRESS_LENGTH_MAX } from "#lib/core/address.ts";
import type { SignInInput, SignInOutcome } from "#lib/auth/options.ts";
import { AppError } from "#lib/core/errors.ts";
import { getDb } from "#lib/db/client.ts";
import { recordRefusal } from "#lib/features/refusals/record.ts";
import { signInStaff } from "./sign-in.ts";

const REASONS: Partial<Record<AppError["code"], string>> = {
  UNAUTHENTICATED: "e-mail and password",
  RATE_LIMITED: "too many tries",
};

/** Signs in with email, password and code, as `signInStaff` does, and records who was refused. */
export async function signIn(input: SignInInput): Promise<SignInOutcome> {
  const note = (reason: string): Promise<void> =>
    recordRefusal({
      kind: "SIGN_IN",
      actor: null,
      account: { typed: input.email.slice(0, ADDRESS_LENGTH_MAX) },
      networkAddress: input.networkAddress,
      place: "password",
      reason,
    });
  try {
    const signedIn = await signInStaff(getDb(), input);
    if (signedIn.outcome === "code-refused") await note("second factor");
    return signedIn;
  } catch (thrown) {
    const reason = thrown instanceof AppError ? REASONS[thrown.code] : undefined;
    if (reason !== undefined) await note(reason);
    throw thrown;
  }
}
