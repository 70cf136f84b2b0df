/**
 * Records sign-ins of staff: for a successful one an audit row in its transaction; for a failed one who was refused, from where, and why.
 */
import { ADDRESS_LENGTH_MAX } from "#lib/core/address.ts";
import { signInStaff, type RecordSignIn, type SignInInput, type SignInOutcome } from "#lib/auth/sign-in.ts";
import { AppError } from "#lib/core/errors.ts";
import { newReference } from "#lib/core/ids.ts";
import { getDb } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { recordRefusal } from "#lib/features/refusals/record.ts";

const REASONS: Partial<Record<AppError["code"], string>> = {
  UNAUTHENTICATED: "e-mail and password",
  RATE_LIMITED: "too many tries",
};

/** Signs in with email, password and code, as `signInStaff` does, and records the outcome. */
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
    const signedIn = await signInStaff(getDb(), input, recordSignIn);
    if (signedIn.outcome === "code-refused") await note("second factor");
    return signedIn;
  } catch (thrown) {
    const reason = thrown instanceof AppError ? REASONS[thrown.code] : undefined;
    if (reason !== undefined) await note(reason);
    throw thrown;
  }
}

/** Records who signed in, with which device, and whether with a second factor. */
export const recordSignIn: RecordSignIn = async (tx, { staffId, name, email, device, withSecondFactor }) => {
  await recordAudit(tx, {
    actor: { staffId, name, requestId: newReference() },
    action: "staff.sign-in",
    objectType: "staff",
    objectId: staffId,
    after: { email, device, withSecondFactor },
  });
};
