/**
 * A browser returns from the identity provider: checks the answer and opens a session, or connects an account. Failed attempts are counted
 * by network address, so that nobody can make Portico call the provider endlessly.
 */
import type { SignedInActor } from "#lib/auth/session.ts";
import { AppError } from "#lib/core/errors.ts";
import { getDb } from "#lib/db/client.ts";
import { countTry, takeBackTry } from "#lib/db/try-counter.ts";
import { recordRefusal } from "#lib/features/refusals/record.ts";
import type { Flow } from "./flow.ts";
import { finishAuthorization } from "./protocol.ts";
import type { ProviderPerson } from "./person.ts";
import { ProviderRefusal } from "./refusal.ts";
import type { ProviderSettings } from "../provider-settings.ts";
import type { From } from "../sign-in.ts";
import { confirmByProvider, connectByProvider, signInByProvider } from "./sign-in.ts";

/** An office behind one address signs in within minutes of nine o'clock; only failures count. */
const RETURNS = {
  purpose: "staff-provider",
  windowMs: 15 * 60_000,
  perPairMax: 60,
  perNetworkMax: 60,
} as const;

export type Return = {
  /** The flow that this browser started; null: none, or too long ago. */
  flow: Flow | null;
  /** The query that it returned with. */
  search: string;
  /** Who is signed in at this browser, where the flow connects or confirms an account. */
  signedIn: SignedInActor | null;
  from: From;
};

/** Opens a session, or confirms the current one; returns its id. @throws ProviderRefusal, AppError RATE_LIMITED */
export async function comeBack(settings: ProviderSettings, returned: Return): Promise<string> {
  try {
    return await judgeReturn(settings, returned);
  } catch (thrown) {
    await note(settings, returned, thrown);
    throw thrown;
  }
}

/** Records who was refused; faults of Portico or the provider are in the log already. */
async function note(
  { label }: ProviderSettings,
  { flow, signedIn, from }: Return,
  thrown: unknown,
): Promise<void> {
  const isRefusal = thrown instanceof ProviderRefusal && thrown.reason !== "SILENT";
  if (!isRefusal && !(thrown instanceof AppError && thrown.code === "RATE_LIMITED")) return;
  const confirms = flow !== null && flow.confirms !== null;
  const staffId = thrown instanceof ProviderRefusal ? thrown.staffId : null;
  await recordRefusal({
    kind: confirms ? "CONFIRMATION" : "SIGN_IN",
    actor: confirms ? signedIn : null,
    ...(staffId === null ? {} : { account: { staffId } }),
    networkAddress: from.networkAddress,
    place: label,
    reason: (isRefusal ? thrown.reason : "TOO_MANY_TRIES").toLowerCase().replaceAll("_", " "),
  });
}

async function judgeReturn(
  settings: ProviderSettings,
  { flow, search, signedIn, from }: Return,
): Promise<string> {
  const db = getDb();
  const place = { address: "provider", networkAddress: from.networkAddress };
  const counted = await countTry(db, RETURNS, place);
  if (flow === null) throw new ProviderRefusal("UNSOUND");
  const person = await finishAuthorization(settings, search, flow);
  const sessionId = await settleErrand(settings, person, { flow, signedIn, from });
  await takeBackTry(db, counted);
  return sessionId;
}

async function settleErrand(
  settings: ProviderSettings,
  person: ProviderPerson,
  { flow, signedIn, from }: { flow: Flow; signedIn: SignedInActor | null; from: From },
): Promise<string> {
  const asked = flow.connects ?? flow.confirms;
  if (asked === null) return signInByProvider(settings, person, from);
  // Only the session that started the flow, not another one opened in this browser since.
  if (signedIn?.staffId !== asked.staffId || signedIn.sessionId !== asked.sessionId)
    throw new ProviderRefusal("UNSOUND");
  if (flow.connects !== null) return connectByProvider(settings, person, signedIn, from);
  return confirmByProvider(person, signedIn, flow.startedAt);
}
