/**
 * Where a request comes from, as far as that can be believed. Sign-in tries are counted by it, so what a client writes into
 * X-Forwarded-For by itself must not count.
 */

/**
 * The address to go by: the connection's own, or, behind a reverse proxy that the operator vouches for (PORTICO_TRUST_PROXY=on), the
 * last entry of X-Forwarded-For, which that proxy appended.
 */
export function believableAddress(
  forwardedFor: string | string[] | undefined,
  connection: string | undefined,
  trustProxy: boolean,
): string {
  const own = connection ?? "";
  if (!trustProxy || forwardedFor === undefined) return own;
  const entries = (Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor).split(",");
  const last = entries.at(-1)?.trim() ?? "";
  return last === "" ? own : last;
}
