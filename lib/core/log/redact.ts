/**
 * Removes secrets from text before it is logged, stored as evidence, or shown. Recognises forms (bearer tokens, JWTs, passwords in URLs,
 * secret-looking fields), so that unknown secrets are caught too. Strangers choose these texts: each is cut before matching, and the time
 * of every pattern is linear in the text's length (tests/architecture/patterns).
 */
import { cut } from "../language/cut.ts";

type Rule = readonly [RegExp, string | ((match: string) => string)];

const RULES: readonly Rule[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, "$1 [redacted]"],
  [/\bportico_pat_[\w-]+/g, "[redacted token]"],
  [/[\w.-]+/g, withoutJwt],
  // Matches from the "://" on: including the scheme would try every letter of a long word as its start.
  [/(:\/\/[^\s/:@]*):[^\s/@]+@/g, "$1:[redacted]@"],
  [
    /("?(?:client_secret|access_token|refresh_token|password|secret|authorization|set-cookie|cookie)"?\s*[:=]\s*)("(?:[^"\\]|\\[^])*(?:"|\\?$)|[^\s&,;}]+)/gi,
    '$1"[redacted]"',
  ],
  [/((?:\btoken|[?&](?:invitation|code|setup))=)[^\s&"'<>]+/gi, "$1[redacted]"],
  // A key without an end marker extends to the end of the text.
  [
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
    "[redacted key]",
  ],
];

/** Rules for the end of a cut text, where a secret has lost the part by which it is recognised. */
const RULES_AT_A_CUT: readonly Rule[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]*$/i, "$1 [redacted]"],
  [/(:\/\/[^\s/:@]*):[^\s/@]*$/, "$1:[redacted]"],
];

/** Enough for a log line or a piece of evidence. */
const LENGTH_MAX = 8192;

/**
 * The text's first `lengthMax` characters with everything that looks like a secret replaced. A longer text ends with "…"; a secret across
 * the cut is replaced as well.
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

/** `word` without the complete or cut JSON Web Token in it: from `eyJ` on, when a dot follows (RFC 7519 section 3). */
function withoutJwt(word: string): string {
  const start = word.search(/\beyJ[\w-]{8}/);
  return start === -1 || !word.includes(".", start) ? word : `${word.slice(0, start)}[redacted token]`;
}
