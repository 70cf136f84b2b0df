/**
 * What an identity provider's claims say about a person, read without trusting their shape. Pure except for the clock. An address counts
 * only if the provider says that it verified it.
 */
import { now } from "#lib/core/clock.ts";
import { parseAddress } from "#lib/core/address.ts";
import { highestRole } from "#lib/core/role-mapping.ts";
import type { ProviderSettings } from "../provider-settings.ts";

/** OpenID Connect Core section 2: a subject has at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
const NAME_CHARS_MAX = 120;

export type Claims = Readonly<Record<string, unknown>>;

/**
 * The person behind an ID token.
 * @param proven claims of the ID token, whose signature was checked
 * @param told claims of the UserInfo endpoint for the same subject; the ID token's take precedence
 * @returns null when the subject is invalid
 */
export function readPerson(
  settings: Pick<ProviderSettings, "roles" | "acr" | "amr">,
  issuer: string,
  proven: Claims,
  told: Claims,
) {
  const { sub: subject } = proven;
  if (typeof subject !== "string" || !SUBJECT.test(subject)) return null;
  const claims: Claims = { ...told, ...proven };
  // Address and its verified mark come from one source: the mark of one must not vouch for the address of the other.
  const source = typeof proven["email"] === "string" ? proven : told;
  const address = typeof source["email"] === "string" ? parseAddress(source["email"]) : null;
  const email = address?.ok === true && source["email_verified"] === true ? address.key : null;
  const { roles } = settings;
  return {
    issuer,
    subject,
    /** Normalised; null when there is none, or the provider has not verified it. */
    email,
    name: nameOf(claims, email ?? subject),
    /** The role from the mapped claim; null = no mapped word, or no mapping is configured. */
    role: roles === null ? null : highestRole(roles.mapping, wordsAt(claims, roles.claim)),
    /** Whether the ID token shows the second factor that the configuration requires; true when it requires none. */
    showsSecondFactor: holdsOneOf(proven["acr"], settings.acr) && holdsOneOf(proven["amr"], settings.amr),
    /** When the person last authenticated (`auth_time`, OpenID Connect Core section 2); null where the provider does not say. */
    authenticatedAt: timeOf(proven["auth_time"]),
  };
}

export type ProviderPerson = NonNullable<ReturnType<typeof readPerson>>;

/** Seconds since 1970; a future time counts as now. */
function timeOf(value: unknown): Date | null {
  return typeof value === "number" && Number.isFinite(value) && value > 0
    ? new Date(Math.min(value * 1000, now().getTime()))
    : null;
}

function nameOf(claims: Claims, otherwise: string): string {
  for (const key of ["name", "preferred_username"]) {
    const value = claims[key];
    if (typeof value !== "string") continue;
    const name = Array.from(
      value
        .toWellFormed()
        .normalize("NFC")
        .replace(/[\p{Cc}\p{Cf}]/gu, "")
        .trim(),
    );
    if (name.length > 0) return name.slice(0, NAME_CHARS_MAX).join("");
  }
  return otherwise.slice(0, NAME_CHARS_MAX);
}

/** The words of a claim: by its whole name, which may have dots, else by its path. Own properties only. */
function wordsAt(claims: Claims, path: string): string[] {
  if (Object.hasOwn(claims, path)) return wordsIn(claims[path]);
  let value: unknown = claims;
  for (const step of path.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, step)) return [];
    value = (value as Claims)[step];
  }
  return wordsIn(value);
}

function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === "string") : [];
}

function holdsOneOf(value: unknown, wanted: readonly string[]): boolean {
  return wanted.length === 0 || wordsIn(value).some((word) => wanted.includes(word));
}
