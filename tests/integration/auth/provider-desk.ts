/**
 * The portal's side of a sign-in with an identity provider, for its tests: leaves for the provider, returns, and says what access that
 * gave.
 */
import { afterAll, afterEach } from "vitest";
import { findStaffIdentity, type StaffIdentity } from "#lib/auth/staff-session.ts";
import { getDb } from "#lib/db/client.ts";
import { comeBack, type Return } from "#lib/features/staff/provider/come-back.ts";
import { openFlow, sealFlow, type Flow } from "#lib/features/staff/provider/flow.ts";
import { beginAuthorization } from "#lib/features/staff/provider/protocol.ts";
import { ProviderRefusal } from "#lib/features/staff/provider/refusal.ts";
import { findProvider, type ProviderSettings } from "#lib/features/staff/provider-settings.ts";
import { startIdentityProvider, type IdentityProvider } from "#tests/support/identity-provider.ts";
import { useAccounts } from "./accounts.ts";

const ORIGIN = "http://localhost:41999";

/** A provider and a separate database, for the file that calls this; `more`: other settings of the portal. */
export async function useProvider(
  more: Record<string, string> = {},
): Promise<{ provider: IdentityProvider; settings: ProviderSettings }> {
  const provider = await startIdentityProvider(ORIGIN);
  Object.assign(process.env, {
    PORTICO_ORIGIN: ORIGIN,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    ...more,
  });
  await useAccounts();
  afterAll(() => provider.close());
  afterEach(() => {
    provider.forge = null;
    provider.fault = null;
    provider.shown = {};
  });
  const settings = findProvider();
  if (settings === null) throw new Error("The provider is not configured.");
  return { provider, settings };
}

let networks = 0;

/** A separate place, so that failures of one test do not slow another. */
export function somewhere(): Return["from"] {
  networks += 1;
  return { userAgent: "Firefox", networkAddress: `192.0.2.${String(networks)}` };
}

export type Journey = { flow: Flow; search: string };

/** From the portal to the provider and back to the portal. */
export async function travel(
  provider: IdentityProvider,
  settings: ProviderSettings,
  subject: string,
  connects: Flow["connects"] = null,
  confirms: Flow["confirms"] = null,
): Promise<Journey> {
  const { address, ...proof } = await beginAuthorization(settings, { isFresh: confirms !== null });
  const flow = openFlow(sealFlow({ ...proof, next: "/", connects, confirms }));
  if (flow === null) throw new Error("What was sealed a moment ago does not open.");
  return { flow, search: (await provider.walk(address.href, subject)).search };
}

/** Who is signed in with the session that the return created. @throws ProviderRefusal, AppError */
export async function arrive(
  settings: ProviderSettings,
  { flow, search }: { flow: Flow | null; search: string },
  signedIn: Return["signedIn"] = null,
  from = somewhere(),
): Promise<StaffIdentity> {
  const sessionId = await comeBack(settings, { flow, search, signedIn, from });
  const identity = await findStaffIdentity(getDb(), sessionId);
  if (identity === null) throw new Error("The session that was opened opens nothing.");
  return identity;
}

/** The reason of a refusal, or "none". */
export async function reasonOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (thrown) {
    if (thrown instanceof ProviderRefusal) return thrown.reason;
    throw thrown;
  }
  return "none";
}
