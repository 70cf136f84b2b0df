import { isAllowed } from "#lib/auth/actor.ts";
import { requireActor } from "#lib/auth/session.ts";
import { checkHealth } from "#lib/boot/metrics/health.ts";
import { showsMetricsToken } from "#lib/boot/metrics/token.ts";

/**
 * 200 when everything required works, else 503. Strangers, such as load balancers, get only one word; administrators and the holder of
 * PORTICO_METRICS_TOKEN also get the version and the state of each part.
 */
export async function GET(request: Request): Promise<Response> {
  const [health, isOperator] = await Promise.all([checkHealth(), isForOperator(request)]);
  const isReady = health.status === "ok";
  return Response.json(isOperator ? health : { status: health.status }, {
    status: isReady ? 200 : 503,
    headers: { "Cache-Control": "no-store", ...(isReady ? {} : { "Retry-After": "5" }) },
  });
}

async function isForOperator(request: Request): Promise<boolean> {
  if (showsMetricsToken(request.headers.get("authorization"))) return true;
  if (!request.headers.has("cookie")) return false;
  // Without the database nobody can be identified, so the answer is that for strangers.
  const actor = await requireActor({ isBackground: true }).catch(() => null);
  return actor !== null && isAllowed(actor, "staff:manage");
}
