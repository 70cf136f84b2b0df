/**
 * Why a sign-in with the identity provider opened nothing. The sign-in page has the words; what the provider itself said is for the log
 * alone, because whoever makes up an answer could write there what he likes.
 */
import { redact } from "#lib/core/log/redact.ts";

export const REFUSALS = [
  /** It did not answer, or not as a provider does. */
  "SILENT",
  /** It was told there, by the person or by its rules, that nobody comes in. */
  "DENIED",
  /** The answer is not one to a question from this browser, is too old, was used, or its proof does not hold. */
  "UNSOUND",
  "UNVERIFIED",
  "NOT_INVITED",
  "NO_ROLE",
  "DISABLED",
  /** An account with this address has a password: its owner connects it. */
  "HAS_PASSWORD",
  /** The account belongs to another identity, or the identity to another account. */
  "TAKEN",
  "SECOND_FACTOR",
  /** Asked for a fresh sign-in, it did not say that there was one (`auth_time`). */
  "NOT_FRESH",
  /** It was somebody else who signed in there. */
  "OTHER_PERSON",
  /** The only administrator with a password keeps it, for the day on which the provider is silent. */
  "LAST_PASSWORD",
  "RATE_LIMITED",
] as const;
export type Refusal = (typeof REFUSALS)[number];

export class ProviderRefusal extends Error {
  readonly reason: Refusal;
  /** For the log: what did not hold, without the token or the claims that did not. */
  readonly detail: string;
  /** The account that it was about, where one is known. */
  readonly staffId: string | null;

  constructor(reason: Refusal, cause?: unknown, staffId: string | null = null) {
    super(reason, cause === undefined ? undefined : { cause });
    this.staffId = staffId;
    this.name = "ProviderRefusal";
    this.reason = reason;
    this.detail = detailOf(cause);
  }
}

/** The messages of openid-client and of lib/http name the check that failed; their causes hold what was checked, so they are left out. */
function detailOf(cause: unknown): string {
  const messages: string[] = [];
  for (let each = cause; each instanceof Error && messages.length < 3; each = each.cause) {
    const code = "code" in each && typeof each.code === "string" ? ` (${each.code})` : "";
    messages.push(redact(`${each.message}${code}`, 200));
  }
  return messages.join("; ");
}
