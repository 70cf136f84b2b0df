/**
 * Judges a token endpoint's answer: type, lifetime, the service's clock, and scopes. Pure. A token that is a JWT (RFC 7519) is read but
 * never trusted: only the service decides whether it is valid.
 */
import { msg } from "#lib/core/texts.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { readToken } from "../records.ts";
import type { Reply } from "./question.ts";
import { bad, ok, warn, type Verdict } from "./rung.ts";

/** The facts of a usable answer; null when it contains no token. `askedMs`, `cameMs`: our clock before and after the exchange. */
export function readTokenFacts(reply: Reply, askedMs: number, cameMs: number) {
  if (reply.status < 200 || reply.status > 299) return null;
  const read = readToken.safeParse(reply.body);
  if (!read.success) return null;
  const body = reply.body as Record<string, unknown>;
  const claims = readClaims(read.data.access_token);
  const issuedMs = typeof claims["iat"] === "number" ? claims["iat"] * 1000 : reply.dateMs;
  const scope = body["scope"] ?? claims["scope"];
  return {
    token: read.data.access_token,
    /** As stated; null when not stated (then Bearer is assumed). */
    type: typeof body["token_type"] === "string" ? body["token_type"] : null,
    lifetimeSeconds: read.data.expires_in ?? null,
    /** The service's clock minus ours; null when unknown. */
    skewSeconds: issuedMs === null ? null : skewOf(issuedMs, askedMs, cameMs),
    /** null: the service does not state them. */
    scopes: typeof scope === "string" ? scope.split(" ").filter((name) => name !== "") : null,
  };
}

export type TokenFacts = NonNullable<ReturnType<typeof readTokenFacts>>;

/** Whole seconds by which the issue time lies outside the exchange; the service's times are only known to the second. */
function skewOf(issuedMs: number, askedMs: number, cameMs: number): number {
  if (issuedMs < askedMs - 1000) return Math.round((issuedMs - askedMs) / 1000);
  if (issuedMs > cameMs + 1000) return Math.round((issuedMs - cameMs) / 1000);
  return 0;
}

function readClaims(token: string): Record<string, unknown> {
  const [, payload, signature] = token.split(".");
  if (payload === undefined || signature === undefined) return {};
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

const LIFETIME_SECONDS_MIN = 30;
const SKEW_SECONDS_MAX = 60;

/** Rung 5: a Bearer token of a usable lifetime. */
export function judgeToken(facts: TokenFacts): Verdict {
  if (facts.type !== null && facts.type.toLowerCase() !== "bearer") {
    return bad(
      kept("A token of type “{type}”.", { type: facts.type.slice(0, 40) }),
      kept("Only Bearer tokens can be used. Ask the operator to issue Bearer tokens to this application."),
    );
  }
  const lifetime =
    facts.lifetimeSeconds === null ? kept("of no stated lifetime") : lifetimeWords(facts.lifetimeSeconds);
  const skew = facts.skewSeconds ?? 0;
  const got =
    facts.skewSeconds === null
      ? kept("A Bearer token {lifetime}.", { lifetime })
      : kept("A Bearer token {lifetime}; {clock}.", { lifetime, clock: clockWords(facts.skewSeconds) });
  if (Math.abs(skew) > SKEW_SECONDS_MAX) {
    return warn(
      got,
      kept(
        "Portico counts lifetimes with its own clock, so calls work; dates in lists may look wrong. Correct the wrong clock.",
      ),
    );
  }
  if (facts.lifetimeSeconds !== null && facts.lifetimeSeconds < LIFETIME_SECONDS_MIN) {
    return warn(
      got,
      kept(
        "Such a short lifetime means a new token for almost every call. Ask the operator for a longer lifetime.",
      ),
    );
  }
  return ok(got);
}

function lifetimeWords(lifetimeSeconds: number): string {
  const { unit, count } = inUnit(lifetimeSeconds);
  if (unit === "s") return kept("for {count} s", { count });
  return unit === "minutes" ? kept("for {count} minutes", { count }) : kept("for {count} hours", { count });
}

function clockWords(skewSeconds: number): string {
  if (Math.abs(skewSeconds) <= SKEW_SECONDS_MAX) return kept("the clocks agree");
  const { unit, count } = inUnit(Math.abs(skewSeconds));
  const isAhead = skewSeconds > 0;
  if (unit === "s") {
    return isAhead
      ? kept("the service's clock is {count} s ahead", { count })
      : kept("the service's clock is {count} s behind", { count });
  }
  if (unit === "minutes") {
    return isAhead
      ? kept("the service's clock is {count} minutes ahead", { count })
      : kept("the service's clock is {count} minutes behind", { count });
  }
  return isAhead
    ? kept("the service's clock is {count} hours ahead", { count })
    : kept("the service's clock is {count} hours behind", { count });
}

/** Minutes and hours are always plural. */
function inUnit(seconds: number): { unit: "s" | "minutes" | "hours"; count: number } {
  if (seconds < 120) return { unit: "s", count: Math.round(seconds) };
  if (seconds < 7200) return { unit: "minutes", count: Math.round(seconds / 60) };
  return { unit: "hours", count: Math.round(seconds / 3600) };
}

/** The scopes that the six endpoints need (docs/service "Scopes"), each with its purpose. */
const NEEDED = [
  { anyOf: ["cloud:manage"], lost: msg("cloud:manage (create Clouds)") },
  { anyOf: ["org:manage"], lost: msg("org:manage (create projects and invite)") },
  {
    anyOf: ["ifc:read", "model:read"],
    lost: msg("ifc:read or model:read (read models and elements)"),
  },
] as const;

export const NEEDED_WORDS = "cloud:manage org:manage ifc:read";

/** Rung 6: which of the needed scopes the token has. */
export function judgeScopes(scopes: readonly string[] | null): Verdict {
  const known = (scopes ?? []).filter((name) => (SCOPES as readonly string[]).includes(name));
  if (known.length === 0) {
    const got =
      scopes === null
        ? kept("The service does not state the token's scopes.")
        : kept("The token names no scope of the interface.");
    return warn(got, kept("Only a call shows whether it is allowed."));
  }
  const missing = NEEDED.filter(({ anyOf }) => !anyOf.some((name) => known.includes(name)));
  const granted = known.join(" ");
  const [one, two, three] = missing.map(({ lost }) => lost);
  if (one === undefined) return ok(kept("Granted: {granted}.", { granted }));
  if (two === undefined) {
    return warn(
      kept("Granted: {granted}. Missing: {one}.", { granted, one }),
      kept("Ask the operator to grant {one}.", { one }),
    );
  }
  if (three === undefined) {
    return warn(
      kept("Granted: {granted}. Missing: {one}, {two}.", { granted, one, two }),
      kept("Ask the operator to grant {one}, {two}.", { one, two }),
    );
  }
  return bad(
    kept("Granted: {granted}. None of the six endpoints can be called.", { granted }),
    kept("Ask the operator to grant {one}, {two}, {three}.", { one, two, three }),
  );
}
