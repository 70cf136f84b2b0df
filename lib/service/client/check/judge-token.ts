/**
 * Judges what a token endpoint gave: type, lifetime, the clock behind it, and its scopes. Pure. A token is read where it is a JWT
 * (RFC 7519) and never trusted for it: the service alone decides what it is worth.
 */
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { readToken } from "../records.ts";
import type { Reply } from "./question.ts";
import { bad, ok, warn, type Verdict } from "./rung.ts";

export type TokenFacts = {
  token: string;
  /** As stated; null when it is not (then Bearer is taken for granted). */
  type: string | null;
  lifetimeSeconds: number | null;
  /** Service's clock minus ours; null when it cannot be told. */
  skewSeconds: number | null;
  /** null: the service does not state them. */
  scopes: string[] | null;
};

/** The facts of a usable answer, null when there is no token in it. `askedMs`, `cameMs`: our clock around the exchange. */
export function readTokenFacts(reply: Reply, askedMs: number, cameMs: number): TokenFacts | null {
  if (reply.status < 200 || reply.status > 299) return null;
  const read = readToken.safeParse(reply.body);
  if (!read.success) return null;
  const body = reply.body as Record<string, unknown>;
  const claims = readClaims(read.data.access_token);
  const issuedMs = typeof claims["iat"] === "number" ? claims["iat"] * 1000 : reply.dateMs;
  const scope = body["scope"] ?? claims["scope"];
  return {
    token: read.data.access_token,
    type: typeof body["token_type"] === "string" ? body["token_type"] : null,
    lifetimeSeconds: read.data.expires_in ?? null,
    skewSeconds: issuedMs === null ? null : skewOf(issuedMs, askedMs, cameMs),
    scopes: typeof scope === "string" ? scope.split(" ").filter((name) => name !== "") : null,
  };
}

/** Whole seconds outside the exchange; both ends are known to the second only. */
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
      `A token of type “${facts.type.slice(0, 40)}”.`,
      "Only Bearer tokens can be used. Ask the operator to give this application such.",
    );
  }
  const lifetime =
    facts.lifetimeSeconds === null ? "of no stated lifetime" : `for ${wordsOf(facts.lifetimeSeconds)}`;
  const skew = facts.skewSeconds ?? 0;
  const got = `A Bearer token ${lifetime}${clockWords(facts.skewSeconds)}.`;
  if (Math.abs(skew) > SKEW_SECONDS_MAX) {
    return warn(
      got,
      "Portico counts lifetimes by a clock of its own, so calls work; dates in lists may look wrong. Set the clock that is off.",
    );
  }
  if (facts.lifetimeSeconds !== null && facts.lifetimeSeconds < LIFETIME_SECONDS_MIN) {
    return warn(
      got,
      "So short a lifetime means a new token for almost every call. Ask the operator for a longer one.",
    );
  }
  return ok(got);
}

function clockWords(skew: number | null): string {
  if (skew === null) return "";
  if (Math.abs(skew) <= SKEW_SECONDS_MAX) return "; the clocks agree";
  return `; the service's clock is ${wordsOf(Math.abs(skew))} ${skew > 0 ? "ahead" : "behind"}`;
}

function wordsOf(seconds: number): string {
  if (seconds < 120) return `${String(Math.round(seconds))} s`;
  if (seconds < 7200) return `${String(Math.round(seconds / 60))} minutes`;
  return `${String(Math.round(seconds / 3600))} hours`;
}

/** What the six endpoints need (wire-facts "Scopes"), each with what it is for. */
const NEEDED = [
  { anyOf: ["cloud:manage"], what: "create Clouds" },
  { anyOf: ["org:manage"], what: "create projects and invite" },
  { anyOf: ["ifc:read", "model:read"], what: "read models and elements" },
] as const;

export const NEEDED_WORDS = "cloud:manage org:manage ifc:read";

/** Rung 6: which of the needed rights the token names. */
export function judgeScopes(scopes: readonly string[] | null): Verdict {
  const known = (scopes ?? []).filter((name) => (SCOPES as readonly string[]).includes(name));
  if (known.length === 0) {
    const got =
      scopes === null
        ? "The service does not state the token's scopes."
        : "The token names no scope of the interface.";
    return warn(got, "Whether a call is allowed shows when it is made; a refusal says so.");
  }
  const missing = NEEDED.filter(({ anyOf }) => !anyOf.some((name) => known.includes(name)));
  const listed = `Granted: ${known.join(" ")}.`;
  if (missing.length === 0) return ok(listed);
  const lost = missing.map(({ anyOf, what }) => `${anyOf.join(" or ")} (${what})`).join(", ");
  const cure = `Ask the operator to grant ${lost}.`;
  if (missing.length === NEEDED.length)
    return bad(`${listed} None of the six endpoints can be called.`, cure);
  return warn(`${listed} Missing: ${lost}.`, cure);
}
