import { checkHealth } from "#lib/boot/health.ts";

export const dynamic = "force-dynamic";

/** Truthful for load balancers and people: 200 when everything is up, 503 with the reasons otherwise. */
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  return Response.json(health, {
    status: health.ready ? 200 : 503,
    headers: { "Cache-Control": "no-store", ...(health.ready ? {} : { "Retry-After": "5" }) },
  });
}
