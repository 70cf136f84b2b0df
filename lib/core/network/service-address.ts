/**
 * The only parser for addresses of services: typed by people, from the configuration, or stored. Pure; resolves no names. Two spellings of
 * one address give the same text.
 */
import { isLoopbackAddress, isNeverCalled, isPublicAddress, literalAddress } from "./networks.ts";
import { t } from "../texts.ts";

export type ServiceAddress = { ok: true; address: string } | { ok: false; reason: string };

const LENGTH_MAX = 500;

/**
 * An absolute http(s) address without user, query or fragment; the result has a lower-case ASCII host, no default port, no dot segments and
 * no trailing slash (RFC 3986 section 6.2.2).
 */
export function parseServiceAddress(text: string): ServiceAddress {
  const typed = text.trim();
  if (typed === "") return refused(t("Enter the address."));
  if (typed.length > LENGTH_MAX) return refused(t("Use at most {max} characters.", { max: LENGTH_MAX }));
  // The URL parser drops tabs and line ends and converts backslashes: the called address would differ from the one people read.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(typed))
    return refused(t("Leave out spaces, backslashes and invisible characters."));
  if (!/^https?:\/\/[^/]/i.test(typed)) return refused(t("Begin with https:// and the host."));
  if (/[?#]/.test(typed)) return refused(t("Leave out everything from the ? or # on."));
  const authority = typed.replace(/^https?:\/\//i, "").split("/")[0] ?? "";
  if (authority.includes("@")) return refused(t("Leave out the user name and the password before the @."));
  if (/%2f|%5c/i.test(typed)) return refused(t("Leave out encoded slashes."));
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (url === null || url.hostname === "") return refused(t("This is not an address."));
  if (url.port === "0") return refused(t("Port 0 cannot be called."));
  url.hostname = url.hostname.replace(/\.$/, "");
  return { ok: true, address: `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, "") };
}

/**
 * Why an address (as parseServiceAddress returns it) is not allowed with this choice about private networks; null: allowed. Names are
 * checked again by their resolved addresses when they are called (lib/http/reach.ts).
 */
export function judgeNetwork(address: string, allowsPrivate: boolean): string | null {
  const url = new URL(address);
  const isHttp = url.protocol === "http:";
  const literal = literalAddress(url);
  if (literal !== null && isNeverCalled(literal)) {
    return t("This is a link-local address or a cloud's metadata service. Such addresses are never called.");
  }
  if (isHttp && literal !== null && isPublicAddress(literal)) {
    return t("Use https: over http the secret and every answer can be read on the way.");
  }
  if (allowsPrivate) return null;
  if (isHttp) {
    return t("Use https. http works only on this machine and in private networks, if you allow them below.");
  }
  const isInside = literal === null ? /^(?:.+\.)?localhost$/.test(url.hostname) : !isPublicAddress(literal);
  if (!isInside) return null;
  return literal !== null && !isLoopbackAddress(literal)
    ? t("This address is in a private network. If this is intended, allow private networks below.")
    : t("This address is on this machine. If this is intended, allow addresses of this machine below.");
}

function refused(reason: string): ServiceAddress {
  return { ok: false, reason };
}
