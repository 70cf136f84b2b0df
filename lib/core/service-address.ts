/**
 * The one reading of an address that a service is called at: typed by people, taken from the configuration, or stored. Pure; it
 * resolves no names. Two spellings of one address become the same text.
 */
import { isLoopbackAddress, isPublicAddress, literalAddress } from "./networks.ts";

export type ServiceAddress = { ok: true; address: string } | { ok: false; reason: string };

const LENGTH_MAX = 500;

/**
 * An absolute http(s) address without user, query or fragment; the answer has a lower-case ASCII host, no default port, no dot
 * segments and no trailing slash (RFC 3986 section 6.2.2).
 */
export function parseServiceAddress(text: string): ServiceAddress {
  const typed = text.trim();
  if (typed === "") return refused("Enter the address.");
  if (typed.length > LENGTH_MAX) return refused(`Use at most ${String(LENGTH_MAX)} characters.`);
  // The URL parser drops tabs and line ends and turns backslashes: what is called would not be what was read.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(typed))
    return refused("Leave out spaces, backslashes and invisible characters.");
  if (!/^https?:\/\/[^/]/i.test(typed)) return refused("Begin with https:// and the host.");
  if (/[?#]/.test(typed)) return refused("Leave out everything from the ? or # on.");
  const authority = typed.replace(/^https?:\/\//i, "").split("/")[0] ?? "";
  if (authority.includes("@")) return refused("Leave out the user name and the password before the @.");
  if (/%2f|%5c/i.test(typed)) return refused("Leave out encoded slashes.");
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (url === null || url.hostname === "") return refused("This is not an address.");
  if (url.port === "0") return refused("Port 0 cannot be called.");
  url.hostname = url.hostname.replace(/\.$/, "");
  return { ok: true, address: `${url.origin}${url.pathname}`.replace(/\/+$/, "") };
}

/**
 * Why an address (as parseServiceAddress answers it) may not be used with this choice about private networks; null: it may. Names
 * are judged again by what they resolve to when they are called (lib/http/reach.ts).
 */
export function judgeNetwork(address: string, allowsPrivate: boolean): string | null {
  const url = new URL(address);
  const isHttp = url.protocol === "http:";
  const literal = literalAddress(url);
  if (isHttp && literal !== null && isPublicAddress(literal)) {
    return "Use https: over http the secret and every answer can be read on the way.";
  }
  if (allowsPrivate) return null;
  if (isHttp) {
    return "Use https. http is possible only on this machine and in a private network, and only with the tick for them.";
  }
  const isInside = literal === null ? /^(?:.+\.)?localhost$/.test(url.hostname) : !isPublicAddress(literal);
  if (!isInside) return null;
  const where = literal !== null && !isLoopbackAddress(literal) ? "in a private network" : "on this machine";
  return `This address is ${where}. Tick that such addresses may be called, if it is meant.`;
}

function refused(reason: string): ServiceAddress {
  return { ok: false, reason };
}
