/**
 * The verdicts of the connection check: for each answer that a service or anything else can give, which rung fails and what the check says.
 */
import { describe, expect, test } from "vitest";
import { HttpFailure } from "#lib/http/failure.ts";
import { judgeTls } from "#lib/service/client/check/climb.ts";
import {
  judgeFirstRead,
  judgeGrant,
  judgeRealm,
  judgeRefusedToken,
} from "#lib/service/client/check/judge-answers.ts";
import { judgeScopes, judgeToken, readTokenFacts } from "#lib/service/client/check/judge-token.ts";
import type { Reply } from "#lib/service/client/check/question.ts";

function reply(status: number, body?: unknown, more: Partial<Reply> = {}): Reply {
  const contentType = body === undefined ? "text/html" : "application/json";
  return { status, body, contentType, leadsTo: null, dateMs: null, ...more };
}

const silence = new HttpFailure("timeout", "FIRST_BYTE_LIMIT", "no answer began within 10 s", {
  startedAt: "2026-11-21T08:00:00Z",
});
const oauth = (error: string, description?: string): unknown => ({
  error,
  ...(description === undefined ? {} : { error_description: description }),
});

/** Answers that fail every rung that sends a request. */
const COMMON = [
  ["silence", silence, /no answer began/],
  ["a redirect", reply(302, undefined, { leadsTo: "https://a.example" }), /redirect to https:\/\/a\.example/],
  ["a fault", reply(503), /503/],
  ["a brake", reply(429, { detail: "slow" }), /429, “slow”/],
] as const;

describe("the realm", () => {
  const judge = (answer: Reply | HttpFailure) => judgeRealm(answer, "bouwdata", "iam.example");
  test.each(COMMON)("%s breaks it", (_name, answer, got) => {
    expect(judge(answer)).toMatchObject({ state: "bad", got: expect.stringMatching(got) });
  });
  test("an OAuth error is what a token endpoint says without parameters", () => {
    expect(judge(reply(400, oauth("invalid_request", "Missing form parameter: grant_type")))).toEqual({
      state: "ok",
      got: "“bouwdata” answers at iam.example.",
      cure: null,
    });
  });
  test.each([
    [reply(404, { error: "Realm does not exist" }), /404 Realm does not exist/, /realm's name.*“bouwdata”/],
    [reply(404), /404 \(text\/html\)/, /Leave out a trailing \/auth/],
    [reply(200), /200 \(text\/html\)/, /issues no tokens/],
    [reply(200, { hello: 1 }), /200/, /issues no tokens/],
    [reply(400, { detail: "no" }), /400, “no”/, /issues no tokens/],
  ])("what is none is told apart", (answer, got, cure) => {
    expect(judge(answer)).toEqual({
      state: "bad",
      got: expect.stringMatching(got) as string,
      cure: expect.stringMatching(cure) as string,
    });
  });
});

describe("the grant", () => {
  test.each([
    [reply(401, oauth("invalid_client")), "ok"],
    [reply(400, oauth("unauthorized_client")), "ok"],
    [reply(400, oauth("unsupported_grant_type")), "bad"],
    [reply(200, { access_token: "?" }), "bad"],
    [silence, "bad"],
  ])("%# is %s", (answer, state) => {
    expect(judgeGrant(answer).state).toBe(state);
  });
});

describe("a refused token", () => {
  test.each([
    [oauth("invalid_client", "Invalid client"), "s3cret", /client ID first.*6 characters long\./],
    [
      oauth("unauthorized_client", "Invalid client secret"),
      "s3cret ",
      /secret does not belong.*ends with white space/,
    ],
    [oauth("unauthorized_client"), " s3cret", /begins with white space/],
    [oauth("unauthorized_client"), "s3 cret", /white space inside/],
  ])("%j: the cure looks at the secret without showing it", (body, secret, cure) => {
    const verdict = judgeRefusedToken(reply(401, body), secret);
    expect(verdict).toMatchObject({ state: "bad", cure: expect.stringMatching(cure) });
    expect(JSON.stringify(verdict)).not.toContain(secret.trim());
  });
});

describe("a token", () => {
  const ASKED = Date.parse("2026-11-21T08:00:00Z");
  const jwt = (claims: object): string =>
    ["{}", JSON.stringify(claims), "x"].map((part) => Buffer.from(part).toString("base64url")).join(".");
  const facts = (body: Record<string, unknown>, more: Partial<Reply> = {}) =>
    readTokenFacts(
      reply(200, { access_token: "opaque", token_type: "Bearer", ...body }, more),
      ASKED,
      ASKED + 400,
    );

  test("is read from the answer and, where it is a JWT, from its claims", () => {
    const iat = ASKED / 1000;
    expect(facts({ access_token: jwt({ iat, scope: "ifc:read" }), expires_in: 3600 })).toMatchObject({
      type: "Bearer",
      lifetimeSeconds: 3600,
      skewSeconds: 0,
      scopes: ["ifc:read"],
    });
    expect(facts({ access_token: "a.b.c", scope: "" })).toMatchObject({ skewSeconds: null, scopes: [] });
  });

  test.each([
    [reply(200)],
    [reply(200, { token: "x" })],
    [reply(200, { access_token: "a\nb" })],
    [reply(401, oauth("invalid_client"))],
    [reply(500, { access_token: "x" })],
  ])("is not found in %j", (answer) => {
    expect(readTokenFacts(answer, ASKED, ASKED)).toBeNull();
  });

  test.each([
    [{ expires_in: 3600 }, "ok", /for 60 minutes/],
    [{}, "ok", /no stated lifetime/],
    [{ expires_in: 5 }, "warn", /for 5 s/],
    [{ token_type: "MAC" }, "bad", /type “MAC”/],
    [{ token_type: "bearer", expires_in: 300 }, "ok", /for 5 minutes/],
    [{ access_token: jwt({ iat: ASKED / 1000 + 600 }) }, "warn", /clock is 10 minutes ahead/],
    [{ access_token: jwt({ iat: ASKED / 1000 - 90 }) }, "warn", /clock is 90 s behind/],
    [{ access_token: jwt({ iat: ASKED / 1000 + 2 }) }, "ok", /clocks agree/],
  ])("%j: %s", (body, state, got) => {
    const read = facts(body);
    expect(read === null ? null : judgeToken(read)).toMatchObject({ state, got: expect.stringMatching(got) });
  });

  test("the clock is told from the Date header where the token says nothing", () => {
    expect(facts({}, { dateMs: ASKED - 3_600_000 })).toMatchObject({ skewSeconds: -3600 });
  });
});

describe("scopes", () => {
  test.each([
    [null, "warn", /does not state/],
    [["profile", "email"], "warn", /no scope of the interface/],
    [["cloud:manage", "org:manage", "model:read"], "ok", /Granted/],
    [["cloud:manage", "ifc:read"], "warn", /Missing: org:manage \(create projects and invite\)/],
    [["document:read"], "bad", /None of the six endpoints/],
  ])("%j: %s", (scopes, state, got) => {
    expect(judgeScopes(scopes)).toMatchObject({ state, got: expect.stringMatching(got) });
  });
});

describe("the first read", () => {
  test.each(COMMON)("%s breaks it", (_name, answer, got) => {
    expect(judgeFirstRead(answer)).toMatchObject({ state: "bad", got: expect.stringMatching(got) });
  });
  test.each([
    [reply(200, []), "ok", /0 Clouds/],
    [reply(200, [{ id: 1 }]), "ok", /1 Cloud /],
    [reply(200, {}), "bad", /not a list/],
    [reply(200), "bad", /not a list/],
    [reply(401, { detail: "token" }), "bad", /401, “token”/],
    [reply(403, { detail: "no" }), "warn", /403/],
    [reply(404), "warn", /does not list Clouds/],
    [reply(405, { detail: "no" }), "warn", /does not list Clouds/],
    [reply(418), "bad", /418/],
  ])("%j: %s", (answer, state, got) => {
    expect(judgeFirstRead(answer)).toMatchObject({ state, got: expect.stringMatching(got) });
  });
});

describe("a certificate", () => {
  const NOW = Date.parse("2026-11-21T08:00:00Z");
  const base = { protocol: "TLSv1.3", issuer: "Example CA", names: ["api.example"] };
  const judge = (validTo: string, trouble: string | null) =>
    judgeTls({ ...base, validTo: new Date(validTo), trouble }, "api.example", NOW);
  test.each([
    ["2027-11-21", null, "ok", /TLSv1\.3.*Example CA.*2027-11-21/],
    ["2026-12-01", null, "warn", /2026-12-01/],
    ["2021-01-01", "CERT_HAS_EXPIRED", "bad", /has expired.*until 2021-01-01/],
    ["2027-11-21", "ERR_TLS_CERT_ALTNAME_INVALID", "bad", /another host.*issued for api\.example/],
    ["2027-11-21", "DEPTH_ZERO_SELF_SIGNED_CERT", "bad", /self-signed/],
    ["2027-11-21", "SOMETHING_NEW", "bad", /SOMETHING_NEW/],
  ])("until %s, %s: %s", (validTo, trouble, state, got) => {
    expect(judge(validTo, trouble)).toMatchObject({ state, got: expect.stringMatching(got) });
  });
});

test("nothing that a service says in passing as a secret is repeated", () => {
  const said = judgeRefusedToken(reply(401, oauth("invalid_client", "client_secret=hunter2hunter2")), "x");
  expect(JSON.stringify(said)).not.toContain("hunter2");
});
