/**
 * Takes secrets out of text that is about to be logged, stored as evidence, or shown. Works on shapes (bearer tokens,
 * JWTs, passwords in URLs, secret-looking fields), so it also catches values nobody registered.
 */

const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, "$1 [redacted]"],
  [/\bportico_pat_[\w-]+/g, "[redacted token]"],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, "[redacted token]"],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/@]+@/gi, "$1:[redacted]@"],
  [
    /("?(?:client_secret|access_token|refresh_token|password|secret|authorization|set-cookie|cookie)"?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|[^\s&,;}]+)/gi,
    '$1"[redacted]"',
  ],
  [/((?:\btoken|[?&](?:invitation|code|setup))=)[^\s&"'<>]+/gi, "$1[redacted]"],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, "[redacted key]"],
];

/** The same text with everything that looks like a secret replaced. */
export function redact(text: string): string {
  let result = text;
  for (const [pattern, replacement] of RULES) result = result.replace(pattern, replacement);
  return result;
}
