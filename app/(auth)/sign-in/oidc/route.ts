import { notFound } from "next/navigation";
import { goRefused, goTo, leaveForProvider } from "#app/_server/provider-flow.ts";
import { safeNext } from "#lib/auth/safe-next.ts";
import { log } from "#lib/core/logger.ts";
import { ProviderRefusal } from "#lib/features/staff/provider/refusal.ts";
import { findProvider } from "#lib/features/staff/provider/settings.ts";

export const dynamic = "force-dynamic";

/** Sends the browser to the identity provider. Only from a page of the portal, or typed: another site signs nobody in here. */
export async function GET(request: Request): Promise<Response> {
  const provider = findProvider();
  if (provider === null) notFound();
  const next = safeNext(new URL(request.url).searchParams.get("next") ?? undefined);
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none")
    return goTo(`/sign-in?next=${encodeURIComponent(next)}`);
  try {
    return goTo(await leaveForProvider(provider, { next, connects: null }));
  } catch (thrown) {
    if (!(thrown instanceof ProviderRefusal)) throw thrown;
    log.warn("the identity provider does not answer", { detail: thrown.detail });
    return goRefused(thrown.reason, { next, connects: null });
  }
}
