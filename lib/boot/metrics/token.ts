/** Who may read metrics and details of the installation without a session: the holder of PORTICO_METRICS_TOKEN. */
import { getEnv } from "#lib/core/env.ts";
import { constantTimeEqual } from "#lib/core/ids.ts";

/** True when an Authorization header has the token; never where none is set. Takes the same time for every wrong token. */
export function showsMetricsToken(authorization: string | null): boolean {
  const token = getEnv().PORTICO_METRICS_TOKEN;
  const given = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  return token !== undefined && given !== undefined && constantTimeEqual(given, token);
}
