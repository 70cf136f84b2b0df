import { notFound } from "next/navigation";
import { goRefused, goTo } from "#app/_server/provider-flow.ts";
import { getEnv } from "#lib/core/env.ts";
import { log } from "#lib/core/log/logger.ts";
import { findSignOutAddress } from "#lib/features/staff/provider/protocol.ts";
import { ProviderRefusal } from "#lib/features/staff/provider/refusal.ts";
import { findProvider } from "#lib/features/staff/provider-settings.ts";

/** Redirects to the provider's own sign-out, which asks the person and leads back. The session here has already ended. */
export async function GET(): Promise<Response> {
  const provider = findProvider();
  if (provider === null) notFound();
  try {
    const page = `${getEnv().origin}/sign-in`;
    return goTo((await findSignOutAddress(provider, page))?.href ?? page);
  } catch (thrown) {
    if (!(thrown instanceof ProviderRefusal)) throw thrown;
    log.warn("the identity provider does not answer", { detail: thrown.detail });
    return goRefused(thrown.reason, { next: "/", connects: null, confirms: null });
  }
}
