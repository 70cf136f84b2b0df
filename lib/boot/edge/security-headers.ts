/**
 * The security headers of every answer, from whatever source: one policy for pages, which run scripts, and one for everything else, which
 * must never be run or framed. serve.ts sets them before anything answers. Names in lower case, so that an answer's own header replaces the
 * default.
 */

import { createHash } from "node:crypto";
import { MAIL_FRAME_STYLE } from "#lib/mail/frame.ts";

/** For all data: the service's answers, routes, files, refusals. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
});

/** Two years, for this host only: other hosts of the operator's domain are not Portico's business. */
const TRANSPORT_SECURITY = "max-age=63072000";

/**
 * The style sheet that the toasts insert by script, where no nonce can be set: empty when the element is made, then with its text. A test
 * computes both again from the installed library.
 */
export const TOAST_STYLE_HASHES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
] as const;

/** The one style sheet of emails in the built-in mailbox, whose frame is under the page's policy. */
const MAIL_STYLE_HASH = `'sha256-${createHash("sha256").update(MAIL_FRAME_STYLE).digest("base64")}'`;

/**
 * The policy of one page. Scripts run only with this answer's nonce, or when such a script loads them. Inline styles need the nonce, too,
 * and a page's source has no style attributes (app/_ui/README.md).
 * @param options.development React's development build evaluates code; the production build never does
 */
export function pagePolicy(nonce: string, options: { development: boolean }): string {
  const evaluation = options.development ? " 'unsafe-eval'" : "";
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}' ${TOAST_STYLE_HASHES.join(" ")} ${MAIL_STYLE_HASH}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** True for an address whose answers are pages. Files of the build, routes and the service return data. `path` without query. */
export function isPageAddress(path: string): boolean {
  return !/^\/(?:api|_next|service)(?:\/|$)/.test(path);
}

/**
 * All headers of one answer.
 * @param nonce new for each answer; a page's policy names it
 * @param options.https whether the portal's public address uses https: only then may browsers be told to insist on it
 */
export function answerHeaders(
  path: string,
  nonce: string,
  options: { https: boolean; development: boolean },
): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    ...(isPageAddress(path) && {
      "content-security-policy": pagePolicy(nonce, options),
      // With "no-referrer" browsers would send the origin "null" with a form; within the portal the address may be sent.
      "referrer-policy": "same-origin",
    }),
    ...(options.https && { "strict-transport-security": TRANSPORT_SECURITY }),
  };
}
