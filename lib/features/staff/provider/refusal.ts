/**
 * Why a sign-in with the identity provider was refused. The sign-in page has the words; the provider's own words go only to the log,
 * because a forged answer could contain anything.
 */
import { redact } from "#lib/core/log/redact.ts";

export const REFUSALS = [
  /** The provider did not answer, or not as a provider does. */
  "SILENT",
  /** The person, or the provider's rules, refused the sign-in there. */
  "DENIED",
  /** The answer belongs to no request of this browser, is too old, was used, or its proof is invalid. */
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
  /** Asked for a fresh sign-in, the provider did not confirm one (`auth_time`). */
  "NOT_FRESH",
  /** Somebody else signed in there. */
  "OTHER_PERSON",
  /** The only administrator with a password keeps it, in case the provider fails. */
  "LAST_PASSWORD",
  "RATE_LIMITED",
] as const;
export type Refusal = (typeof REFUSALS)[number];

export class ProviderRefusal extends Error {
  readonly reason: Refusal;
  /** For the log: what failed, without the token or its claims. */
  readonly detail: string;
  /** The account concerned, if known. */
  readonly staffId: string | null;

  constructor(reason: Refusal, cause?: unknown, staffId: string | null = null) {
    super(reason, cause === undefined ? undefined : { cause });
    this.staffId = staffId;
    this.name = "ProviderRefusal";
    this.reason = reason;
    this.detail = detailOf(cause);
  }
}

/** The messages of openid-client and of lib/http name the failed check; their causes contain the checked data, so they are left out. */
function detailOf(cause: unknown): string {
  const messages: string[] = [];
  for (let each = cause; each instanceof Error && messages.length < 3; each = each.cause) {
    const code = "code" in each && typeof each.code === "string" ? ` (${each.code})` : "";
    messages.push(redact(`${each.message}${code}`, 200));
  }
  return messages.join("; ");
}
