import { collectMetrics } from "#lib/boot/metrics/collect.ts";
import { EXPOSITION_TYPE, formatMetrics } from "#lib/boot/metrics/exposition.ts";
import { showsMetricsToken } from "#lib/boot/metrics/token.ts";

/** For the holder of PORTICO_METRICS_TOKEN; not found for everybody else, and where it is not set. */
export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  if (!showsMetricsToken(request.headers.get("authorization")))
    return new Response("Not found.\n", { status: 404, headers });
  return new Response(formatMetrics(await collectMetrics()), {
    headers: { ...headers, "Content-Type": EXPOSITION_TYPE },
  });
}
