/**
 * The client address of a request, as far as it can be trusted. Attempts are counted and connections limited by it, so a client's own
 * X-Forwarded-For must not count.
 */
import { isIP } from "node:net";

/** True for the address of a reverse proxy that the operator trusts (PORTICO_TRUST_PROXY). */
export type IsProxy = (address: string) => boolean;

/**
 * The client's address: the connection's own, unless that is a proxy's. Then the last entry of X-Forwarded-For that is not a proxy's, since
 * each proxy appends the address that called it. An invalid entry makes everything before it untrusted.
 */
export function believableAddress(
  forwardedFor: string | string[] | undefined,
  connection: string | undefined,
  isProxy: IsProxy,
): string {
  let believed = connection ?? "";
  const entries = [forwardedFor ?? []].flat().join(",").split(",");
  while (isProxy(believed) && entries.length > 0) {
    const entry = readAddress(entries.pop() ?? "");
    if (entry === null) break;
    believed = entry;
  }
  return believed;
}

/** Some proxies append the port: "192.0.2.1:4711", "[2001:db8::1]:4711" (RFC 7239 section 6). */
function readAddress(entry: string): string | null {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return isIP(address) === 0 ? null : address;
}
