import { createHash, timingSafeEqual } from "node:crypto";
import { collectMetrics } from "#lib/boot/metrics/collect.ts";
import { EXPOSITION_TYPE, formatMetrics } from "#lib/boot/metrics/exposition.ts";
import { getEnv } from "#lib/core/env.ts";

export const dynamic = "force-dynamic";

/** For whoever holds PORTICO_METRICS_TOKEN; for everybody else, and where it is not set, there is nothing here. */
export async function GET(request: Request): Promise<Response> {
  const token = getEnv().PORTICO_METRICS_TOKEN;
  const given = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const headers = { "Cache-Control": "no-store" };
  if (token === undefined || given === undefined || !isSame(given, token)) {
    return new Response("Not found.\n", { status: 404, headers });
  }
  return new Response(formatMetrics(await collectMetrics()), {
    headers: { ...headers, "Content-Type": EXPOSITION_TYPE },
  });
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
