/**
 * Redirect rules of an application: allowed prefixes for the redirect_uri of its invitations (docs/service "Invitation"). They are compared
 * as parsed addresses, by origin and by whole path segments, never as text: `https://a.example` does not allow
 * `https://a.example.evil.example`. Pure.
 */
import { t } from "#lib/core/texts.ts";
import { REDIRECT_URI_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import { isHttpUrl } from "../http/body/image.ts";

export const REDIRECT_RULES_MAX = 20;
export const REDIRECT_REFUSED = "This address does not begin with one that the application may redirect to.";

export type RuleResult = { ok: true; rule: string } | { ok: false; reason: string };

/** A rule in its stored form: an absolute http(s) address without query and fragment, normalised. */
export function parseRedirectRule(text: string): RuleResult {
  const typed = text.trim();
  const rule = typed.slice(0, 100).toWellFormed();
  if (typed.length > REDIRECT_URI_LENGTH_MAX) {
    return refused(t("“{rule}” is longer than {max} characters.", { rule, max: REDIRECT_URI_LENGTH_MAX }));
  }
  if (!isHttpUrl(typed)) return refused(t("“{rule}” is not an http(s) address.", { rule }));
  const url = new URL(typed);
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(typed)) {
    return refused(t("“{rule}” has a query or a fragment. Enter only the start of an address.", { rule }));
  }
  if (hidesSegments(url)) return refused(t("“{rule}” has encoded slashes.", { rule }));
  return { ok: true, rule: url.href };
}

/** True when there are no rules, or a rule is a prefix of the address. `redirectUri` is a valid http(s) address. */
export function isRedirectAllowed(rules: readonly string[], redirectUri: string): boolean {
  if (rules.length === 0) return true;
  const url = new URL(redirectUri);
  // A path that the target server might read differently cannot be checked by its prefix.
  if (hidesSegments(url)) return false;
  return rules.some((rule) => beginsWith(url, new URL(rule)));
}

function beginsWith(url: URL, rule: URL): boolean {
  if (url.origin !== rule.origin) return false;
  const beginning = rule.pathname.replace(/\/$/, "");
  return url.pathname === beginning || url.pathname.startsWith(`${beginning}/`);
}

function hidesSegments(url: URL): boolean {
  return /%(?:2f|5c)/i.test(url.pathname);
}

function refused(reason: string): RuleResult {
  return { ok: false, reason };
}
