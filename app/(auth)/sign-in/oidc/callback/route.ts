import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { goRefused, goTo, takeFlow } from "#app/_server/provider-flow.ts";
import { networkAddress } from "#app/_server/platform-session.ts";
import { makeSessionCookie } from "#lib/auth/options.ts";
import { findSignedIn, toSignedInActor } from "#lib/auth/session.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log/logger.ts";
import { comeBack } from "#lib/features/staff/provider/come-back.ts";
import { ProviderRefusal } from "#lib/features/staff/provider/refusal.ts";
import { findProvider } from "#lib/features/staff/provider-settings.ts";

/** The identity provider sends the browser back here: opens a session for the proven person, or shows the sign-in page with the reason. */
export async function GET(request: Request): Promise<Response> {
  const provider = findProvider();
  if (provider === null) notFound();
  const flow = await takeFlow();
  const way = flow ?? { next: "/", connects: null, confirms: null };
  const signedIn = (way.connects ?? way.confirms) === null ? null : await findSignedIn();
  try {
    const sessionId = await comeBack(provider, {
      flow,
      search: new URL(request.url).search,
      signedIn: signedIn === null ? null : toSignedInActor(signedIn),
      from: {
        userAgent: request.headers.get("user-agent") ?? "",
        networkAddress: await networkAddress(),
      },
    });
    const { name, value, options } = await makeSessionCookie(sessionId);
    (await cookies()).set(name, value, options);
    return goTo(way.next);
  } catch (thrown) {
    if (thrown instanceof AppError)
      return goRefused(thrown.code === "RATE_LIMITED" ? "RATE_LIMITED" : "UNSOUND", way);
    if (!(thrown instanceof ProviderRefusal)) throw thrown;
    if (thrown.detail !== "")
      log.warn("sign-in with the identity provider failed", {
        reason: thrown.reason,
        detail: thrown.detail,
      });
    return goRefused(thrown.reason, way);
  }
}
