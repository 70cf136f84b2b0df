import { notFound } from "next/navigation";
import { goRefused, goTo, leaveForProvider } from "#app/_server/provider-flow.ts";
import { safeNext } from "#lib/auth/callback-address.ts";
import { findSignedIn } from "#lib/auth/session.ts";
import { log } from "#lib/core/log/logger.ts";
import { ProviderRefusal } from "#lib/features/staff/provider/refusal.ts";
import { findProvider } from "#lib/features/staff/provider-settings.ts";

/**
 * Sends the browser to the identity provider: to sign in, or (`?confirm=1`) to prove the signed-in person's identity again. Only from a
 * page of the portal or a typed address, so that other sites can sign nobody in here.
 */
export async function GET(request: Request): Promise<Response> {
  const provider = findProvider();
  if (provider === null) notFound();
  const query = new URL(request.url).searchParams;
  const signedIn = query.get("confirm") === "1" ? await findSignedIn() : null;
  const next = signedIn === null ? safeNext(query.get("next") ?? undefined) : "/confirmed";
  const confirms = signedIn && { staffId: signedIn.staffId, sessionId: signedIn.sessionId };
  const errand = { next, connects: null, confirms };
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none")
    return goTo(`/sign-in?next=${encodeURIComponent(next)}`);
  try {
    return goTo(await leaveForProvider(provider, errand));
  } catch (thrown) {
    if (!(thrown instanceof ProviderRefusal)) throw thrown;
    log.warn("the identity provider does not answer", { detail: thrown.detail });
    return goRefused(thrown.reason, errand);
  }
}
