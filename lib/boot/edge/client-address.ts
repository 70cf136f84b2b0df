/**
 * Where a request comes from, as far as that can be believed. Tries are counted and connections bounded by it, so what a client writes into
 * X-Forwarded-For by itself must not count.
 */
import { isIP } from "node:net";

/** True for the address of a reverse proxy that the operator vouches for (PORTICO_TRUST_PROXY). */
export type IsProxy = (address: string) => boolean;

/**
 * The client's address: the connection's own, unless that is a proxy's. Then the last entry of X-Forwarded-For that is no proxy's: each
 * proxy appends the address that it was called from. Nothing before an entry that is no address is believed.
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

/** Some proxies write the port, too: "192.0.2.1:4711", "[2001:db8::1]:4711" (RFC 7239 section 6). */
function readAddress(entry: string): string | null {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return isIP(address) === 0 ? null : address;
}
