/**
 * Takes secrets out of text that is about to be logged, stored as evidence, or shown. Recognises shapes (bearer tokens,
 * JWTs, passwords in URLs, secret-looking fields), so values that nobody registered are caught too. Strangers choose these texts: each is cut
 * before anything is matched on it, and the time of every pattern grows with the text's length only (tests/architecture/patterns).
 */
import { cut } from "../language/cut.ts";

type Rule = readonly [RegExp, string | ((match: string) => string)];

const RULES: readonly Rule[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, "$1 [redacted]"],
  [/\bportico_pat_[\w-]+/g, "[redacted token]"],
  [/[\w.-]+/g, withoutJwt],
  // From the "://" on: looking for the scheme before it would try every letter of a long word as its beginning.
  [/(:\/\/[^\s/:@]*):[^\s/@]+@/g, "$1:[redacted]@"],
  [
    /("?(?:client_secret|access_token|refresh_token|password|secret|authorization|set-cookie|cookie)"?\s*[:=]\s*)("(?:[^"\\]|\\[^])*(?:"|\\?$)|[^\s&,;}]+)/gi,
    '$1"[redacted]"',
  ],
  [/((?:\btoken|[?&](?:invitation|code|setup))=)[^\s&"'<>]+/gi, "$1[redacted]"],
  // A key without an end goes on to the end of the text.
  [
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
    "[redacted key]",
  ],
];

/** Where a text was cut, what is left of a secret has lost the end that shows what it is. */
const RULES_AT_A_CUT: readonly Rule[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]*$/i, "$1 [redacted]"],
  [/(:\/\/[^\s/:@]*):[^\s/@]*$/, "$1:[redacted]"],
];

/** A log line or a piece of evidence; nobody reads more. */
const LENGTH_MAX = 8192;

/**
 * The text's first `lengthMax` characters with everything that looks like a secret replaced. A text that was longer ends with "…"; a secret
 * that reaches across the cut is replaced as well.
 */
export function redact(text: string, lengthMax = LENGTH_MAX): string {
  const isCut = text.length > lengthMax;
  const rules = isCut ? [...RULES_AT_A_CUT, ...RULES] : RULES;
  let result = isCut ? text.slice(0, lengthMax).toWellFormed() : text;
  for (const [pattern, replacement] of rules) {
    // Two overloads of the same method: TypeScript takes one at a time.
    result =
      typeof replacement === "string"
        ? result.replace(pattern, replacement)
        : result.replace(pattern, replacement);
  }
  return cut(isCut ? `${result}…` : result, lengthMax);
}

/** `word` without the JSON Web Token that it holds or begins: from `eyJ` on, when a dot follows (RFC 7519 section 3). */
function withoutJwt(word: string): string {
  const start = word.search(/\beyJ[\w-]{8}/);
  return start === -1 || !word.includes(".", start) ? word : `${word.slice(0, start)}[redacted token]`;
}
