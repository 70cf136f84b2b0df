/**
 * Email addresses, parsed once and by one function, after normalisation (NFC, domain to lower case and IDNA). Only what is safe to pass to
 * a mail server is accepted: one plain addr-spec of RFC 5321, no quoted local parts, comments, routes or groups.
 */
import { domainToASCII } from "node:url";
import { kept } from "./language/kept-texts.ts";

export type ParsedAddress =
  | {
      ok: true;
      /** the address to send to */ email: string;
      /** for comparison: local part in lower case too */ key: string;
    }
  | { ok: false; /** a kept sentence (kept-texts.ts): in English until it is shown */ reason: string };

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Characters allowed in a typed domain; the IDNA functions would silently drop or decode many others (line breaks, `%78`). */
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}.\-\u00b7\u200c\u200d\u3002\uff0e\uff61]+$/u;
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LOCAL_HOSTS = /^(?:localhost|[a-z0-9-]+\.localhost)$/;

/** The most characters of an address (RFC 5321 section 4.5.3.1.3, without the angle brackets). */
export const ADDRESS_LENGTH_MAX = 254;

/** Parses one address as a person typed it (only surrounding white space is ignored). */
export function parseAddress(typed: string): ParsedAddress {
  const text = typed.trim().normalize("NFC");
  if (text === "") return { ok: false, reason: kept("Type an email address.") };
  if (text.length > ADDRESS_LENGTH_MAX)
    return { ok: false, reason: kept("An email address has at most 254 characters.") };
  const at = text.lastIndexOf("@");
  if (at < 1 || at === text.length - 1) return { ok: false, reason: whyNoParts(text) };
  const local = text.slice(0, at);
  if (local.length > 64)
    return { ok: false, reason: kept("The part before the @ has more than 64 characters.") };
  if (!LOCAL.test(local)) return { ok: false, reason: whyNoLocalPart(text, local) };
  const typedDomain = text.slice(at + 1).toLowerCase();
  const domain = TYPED_DOMAIN.test(typedDomain) ? domainToASCII(typedDomain) : "";
  if (!DOMAIN.test(domain) && !LOCAL_HOSTS.test(domain)) {
    return { ok: false, reason: whyNoDomain(text, typedDomain) };
  }
  const email = `${local}@${domain}`;
  return { ok: true, email, key: email.toLowerCase() };
}

/**
 * A part of an address or name, as typed for a search, in the form in which addresses are stored: a domain with other letters than ASCII
 * by its IDNA form. A domain may be typed in part, so one in ASCII stays: the IDNA functions take digits for a network address.
 */
export function searchedText(typed: string): string {
  const text = typed.trim().toLowerCase().slice(0, 256).replaceAll("\0", "");
  const at = text.lastIndexOf("@") + 1;
  const domain = text.slice(at);
  if (at === 0 || /^\p{ASCII}*$/u.test(domain) || !TYPED_DOMAIN.test(domain)) return text;
  return text.slice(0, at) + (domainToASCII(domain) || domain);
}

function whyNoParts(text: string): string {
  if (!text.includes("@")) return kept("The address has no @.");
  return text.startsWith("@")
    ? kept("There is nothing before the @.")
    : kept("There is nothing after the @.");
}

function whyNoLocalPart(text: string, local: string): string {
  const first = text.indexOf("@");
  if (first < local.length) {
    return kept("There are several @ signs, at characters {first} and {second}.", {
      first: first + 1,
      second: text.indexOf("@", first + 1) + 1,
    });
  }
  return (
    whyNotPlain(text) ??
    (/^\.|\.$|\.\./.test(local)
      ? kept("The part before the @ starts or ends with a dot, or has two dots in a row.")
      : kept("The part before the @ has characters that mail servers do not accept."))
  );
}

function whyNoDomain(text: string, domain: string): string {
  return (
    whyNotPlain(text) ??
    (/^[a-z0-9-]+$/.test(domain)
      ? kept("The domain has no ending such as .com.")
      : kept("The part after the @ is not a domain name."))
  );
}

function whyNotPlain(text: string): string | null {
  const hidden = /[\p{Cc}\p{Cf}]/u.exec(text);
  if (hidden !== null)
    return kept("There is an invisible character at place {place}.", { place: hidden.index + 1 });
  return /\s/.test(text) ? kept("The address has a space.") : null;
}
