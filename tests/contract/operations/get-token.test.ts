/**
 * The token endpoint, every row of the table (docs/service "Token endpoint"): status, headers and whole body, over real HTTP.
 */
import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { tokenResponseSchema } from "#lib/service/contract/records.ts";
import { testDeclared } from "#tests/support/operations/operation.ts";
import { getStage } from "#tests/support/operations/stage.ts";
import { getTroubledService } from "#tests/support/operations/troubled-service.ts";
import type { ServiceUnderTest } from "#tests/support/service-under-test.ts";
import { wire } from "#tests/support/wire.ts";

const PATH = "/auth/realms/portico/protocol/openid-connect/token";
/** Every status that was answered. */
const seen = new Set<number>();

let service: ServiceUnderTest;
let tokenUrl: string;

beforeAll(async () => {
  ({ service } = await getStage());
  tokenUrl = `${service.baseUrl}${PATH}`;
});

const FORM = "application/x-www-form-urlencoded";

type Answer = { status: number; headers: Headers; body: unknown };

async function post(body: string, headers: Record<string, string> = {}, url = tokenUrl): Promise<Answer> {
  const response = await fetch(url, { method: "POST", headers: { "content-type": FORM, ...headers }, body });
  seen.add(response.status);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function form(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}

function goodFields(): Record<string, string> {
  const { clientId, secret } = service.first;
  return { grant_type: "client_credentials", client_id: clientId, client_secret: secret };
}

function basic(clientId: string, secret: string): Record<string, string> {
  const text = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  return { authorization: `Basic ${Buffer.from(text).toString("base64")}` };
}

function expectAnswer({ status, body }: Answer, expected: { status: number; body: object }): void {
  expect({ status, body }).toEqual(expected);
}

function expectNeverStored(answer: Answer): void {
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("pragma")).toBe("no-cache");
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
}

describe("a correct request", () => {
  test("answers the whole token response with form credentials", async () => {
    const answer = await post(form(goodFields()));
    expect(answer.status).toBe(200);
    expectNeverStored(answer);
    const body = tokenResponseSchema.parse(answer.body);
    expect(body).toEqual({
      access_token: body.access_token,
      expires_in: 3600,
      refresh_expires_in: 0,
      token_type: "Bearer",
      "not-before-policy": 0,
      scope: SCOPES.join(" "),
    });
  });

  test("is answered the same with client_secret_basic", async () => {
    const { clientId, secret } = service.first;
    const answer = await post("grant_type=client_credentials", basic(clientId, secret));
    expect(answer.status).toBe(200);
    expect(tokenResponseSchema.safeParse(answer.body).success).toBe(true);
  });

  test("gives a JWT that names issuer, audience, application and scope", async () => {
    const { access_token: token } = tokenResponseSchema.parse((await post(form(goodFields()))).body);
    expect(decodeProtectedHeader(token)).toEqual({
      alg: "ES256",
      typ: "at+jwt",
      kid: expect.any(String) as string,
    });
    const claims = decodeJwt(token);
    const { clientId } = service.first;
    expect(claims).toEqual({
      iss: `${service.baseUrl}/auth/realms/portico`,
      aud: service.baseUrl,
      sub: clientId,
      azp: clientId,
      client_id: clientId,
      scope: SCOPES.join(" "),
      iat: claims.iat,
      exp: (claims.iat ?? 0) + 3600,
      jti: expect.any(String) as string,
    });
  });

  test("never gives the same token twice", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(form(goodFields()))));
    const tokens = answers.map((answer) => tokenResponseSchema.parse(answer.body).access_token);
    expect(new Set(tokens).size).toBe(20);
  });

  test("may narrow the scope to some that are granted", async () => {
    const answer = await post(form({ ...goodFields(), scope: "ifc:read cloud:read" }));
    expect(tokenResponseSchema.parse(answer.body).scope).toBe("ifc:read cloud:read");
  });

  test("may carry parameters that the service does not know, and empty ones", async () => {
    const answer = await post(`${form({ ...goodFields(), audience: "x" })}&scope=&resource=`);
    expect(answer.status).toBe(200);
    expect(tokenResponseSchema.parse(answer.body).scope).toBe(SCOPES.join(" "));
  });

  test("is not hindered by an old bearer token in the header", async () => {
    const answer = await post(form(goodFields()), { authorization: "Bearer of-yesterday" });
    expect(answer.status).toBe(200);
  });

  test("takes a charset parameter on the media type", async () => {
    const answer = await post(form(goodFields()), { "content-type": `${FORM}; charset=UTF-8` });
    expect(answer.status).toBe(200);
  });
});

type Refusal = { status: number; body: { error: string; error_description: string } };
type Row = [name: string, body: () => string, refusal: Refusal, headers?: () => Record<string, string>];

const refusal = (status: number, error: string, words: string): Refusal => ({
  status,
  body: { error, error_description: words },
});

const WRONG_CLIENT = "Invalid client or Invalid client credentials";
const UNKNOWN_CLIENT = refusal(401, "invalid_client", WRONG_CLIENT);
const WRONG_SECRET = refusal(401, "unauthorized_client", WRONG_CLIENT);
const NOT_FORM = refusal(
  415,
  "invalid_request",
  "The body must be sent as application/x-www-form-urlencoded in UTF-8.",
);
const NOT_WELL_FORMED = refusal(400, "invalid_request", "The body is not a well-formed form.");
const TOO_LARGE = refusal(413, "invalid_request", "The body is larger than 65536 bytes.");
const DUPLICATED = refusal(400, "invalid_request", "duplicated parameter");
const NO_GRANT = refusal(400, "invalid_request", "Missing form parameter: grant_type");
const NO_CLIENT = refusal(400, "invalid_client", "Missing form parameter: client_id");
const TWO_WAYS = refusal(400, "invalid_request", "More than one way of client authentication was used.");
const OTHER_GRANT = refusal(
  400,
  "unsupported_grant_type",
  "Only the grant_type client_credentials is supported.",
);
const SCOPE = refusal(
  400,
  "invalid_scope",
  "A requested scope is unknown or not granted to this application.",
);

function without(name: string): string {
  return form(Object.fromEntries(Object.entries(goodFields()).filter(([key]) => key !== name)));
}

const withFields = (fields: Record<string, string>): string => form({ ...goodFields(), ...fields });
const GRANT_ALONE = "grant_type=client_credentials";
const firstByBasic = (secret = service.first.secret) => basic(service.first.clientId, secret);

const ROWS: Row[] = [
  ["no grant_type", () => without("grant_type"), NO_GRANT],
  ["empty grant_type", () => withFields({ grant_type: "" }), NO_GRANT],
  ["empty body", () => "", NO_GRANT],
  ...["password", "refresh_token", "CLIENT_CREDENTIALS"].map((grant): Row => [
    `grant_type ${grant}`,
    () => withFields({ grant_type: grant }),
    OTHER_GRANT,
  ]),
  ...["grant_type", "client_id", "client_secret", "scope", "unknown"].map((name): Row => [
    `repeated ${name}`,
    () => `${form({ scope: "ifc:read", unknown: "1", ...goodFields() })}&${name}=x`,
    DUPLICATED,
  ]),
  ["no client_id", () => without("client_id"), NO_CLIENT],
  ["unknown client", () => withFields({ client_id: "nobody" }), UNKNOWN_CLIENT],
  [
    "disabled client",
    () => withFields({ client_id: service.disabled.clientId, client_secret: service.disabled.secret }),
    UNKNOWN_CLIENT,
  ],
  ["wrong secret", () => withFields({ client_secret: "wrong" }), WRONG_SECRET],
  ["another application's secret", () => withFields({ client_secret: service.second.secret }), WRONG_SECRET],
  ["missing secret", () => without("client_secret"), WRONG_SECRET],
  ["Basic and a secret in the form", () => form(goodFields()), TWO_WAYS, firstByBasic],
  ["a secret and an assertion", () => withFields({ client_assertion: "x.y.z" }), TWO_WAYS],
  [
    "Basic of one client and client_id of another",
    () => form({ grant_type: "client_credentials", client_id: service.second.clientId }),
    TWO_WAYS,
    firstByBasic,
  ],
  ...["cloud:manage nothing", "openid", "ifc:read\ncloud:read", "ifc:read  cloud:read", '"'].map(
    (scope): Row => [`scope ${JSON.stringify(scope)}`, () => withFields({ scope }), SCOPE],
  ),
  ...["application/json", "multipart/form-data; boundary=x", "text/plain", `${FORM}; charset=utf-16`].map(
    (type): Row => [
      `media type ${type}`,
      () => JSON.stringify(goodFields()),
      NOT_FORM,
      () => ({ "content-type": type }),
    ],
  ),
  ["a wrong percent sign", () => `${form(goodFields())}&x=%zz`, NOT_WELL_FORMED],
  ["percent signs that are not UTF-8", () => `${form(goodFields())}&x=%ff`, NOT_WELL_FORMED],
  ["a NUL character", () => `${without("client_id")}&client_id=a%00b`, NOT_WELL_FORMED],
  ["a secret of one megabyte", () => withFields({ client_secret: "x".repeat(1024 * 1024) }), TOO_LARGE],
];

/** Refused with a challenge, as HTTP asks for. */
const BASIC_ROWS: Row[] = [
  ["unknown client", () => GRANT_ALONE, UNKNOWN_CLIENT, () => basic("nobody", "x")],
  ["wrong secret", () => GRANT_ALONE, WRONG_SECRET, () => firstByBasic("wrong")],
  ["empty secret", () => GRANT_ALONE, WRONG_SECRET, () => firstByBasic("")],
  ["not base64", () => GRANT_ALONE, UNKNOWN_CLIENT, () => ({ authorization: "Basic ***" })],
];

async function expectRefused([, makeBody, expected, headers]: Row, challenge: string | null): Promise<void> {
  const answer = await post(makeBody(), headers?.());
  expectAnswer(answer, expected);
  expectNeverStored(answer);
  expect(answer.headers.get("www-authenticate")).toBe(challenge);
}

describe("the error table", () => {
  test.each(ROWS)("%s is refused", (...row) => expectRefused(row, null));

  test.each(BASIC_ROWS)("by Basic, %s is refused with a challenge", (...row) =>
    expectRefused(row, 'Basic realm="portico", charset="UTF-8"'),
  );

  test("unknown realm: 404 before anything else is looked at", async () => {
    for (const realm of ["master", "PORTICO", "portico%20", "%2e%2e"]) {
      const url = tokenUrl.replace("/portico/", `/${realm}/`);
      const answer = await post(form(goodFields()), {}, url);
      expectAnswer(answer, { status: 404, body: { error: "Realm does not exist" } });
    }
  });

  test.each(["GET", "PUT", "DELETE", "PATCH"])("%s: 405 with Allow", async (method) => {
    const response = await fetch(`${tokenUrl}?${form(goodFields())}`, { method });
    seen.add(response.status);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { body } = refusal(405, "invalid_request", "The token endpoint takes POST only.");
    expect(await response.json()).toEqual(body);
  });

  test("credentials in the address are not read", async () => {
    const answer = await post("grant_type=client_credentials", {}, `${tokenUrl}?${form(goodFields())}`);
    expectAnswer(answer, NO_CLIENT);
  });
});

test("429 with Retry-After for a client whose credentials were wrong too often, and for no other", async () => {
  const wrong = form({ ...goodFields(), client_id: "often-wrong" });
  const statuses: number[] = [];
  let answer = await post(wrong);
  while (answer.status === 401 && statuses.length < 1000) {
    statuses.push(answer.status);
    answer = await post(wrong);
  }
  // Sixty at once; earlier tests have used up some of the failures that this network is allowed.
  expect(statuses.length).toBeGreaterThan(0);
  expect(statuses.length).toBeLessThan(1000);
  const sentence = "Too many requests with wrong credentials. Expected available in 1 seconds.";
  expectAnswer(answer, refusal(429, "temporarily_unavailable", sentence));
  expect(answer.headers.get("retry-after")).toBe("1");
  expectNeverStored(answer);
  expect((await post(form(goodFields()))).status).toBe(200);
});

describe("when something is in the way", () => {
  const asForm = { "content-type": FORM };
  const body = form({ grant_type: "client_credentials", client_id: "nobody", client_secret: "x" });

  function expectTrouble(answer: Answer, ...expected: Parameters<typeof refusal>): void {
    seen.add(answer.status);
    expectAnswer(answer, refusal(...expected));
    expectNeverStored(answer);
  }

  test("408 when the body stops moving", async () => {
    const answer = await (await getTroubledService()).fallSilent("POST", PATH, asForm);
    const sentence = "Nothing more of the request body came for 30 s. Send it again.";
    expectTrouble(answer, 408, "invalid_request", sentence);
    expect(answer.headers.get("connection")).toBe("close");
  });

  test("500 when the database is not as this version knows it", async () => {
    const troubled = await getTroubledService();
    const nobody = wire(troubled.baseUrl, null);
    const answer = await troubled.whileBroken(() => nobody("POST", PATH, body, asForm));
    expectTrouble(answer, 500, "server_error", "A server error occurred.");
  });

  test("503 when the database is away", async () => {
    const troubled = await getTroubledService();
    const nobody = wire(troubled.baseUrl, null);
    const answer = await troubled.whileDatabaseIsAway(() => nobody("POST", PATH, body, asForm));
    expectTrouble(answer, 503, "temporarily_unavailable", "The service cannot answer right now.");
    expect(answer.headers.get("retry-after")).toBe("30");
  });
});

testDeclared("getToken", seen, () => service.baseUrl);
