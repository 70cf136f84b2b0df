/**
 * Hostile requests, 10,000 in a proof, at the token endpoint, in this process against the real handler and database: always one of the errors of RFC
 * 6749 section 5.2 in its shape, never stored, never a fault, never a token, and nothing of the request repeated.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyUnicode } from "#tests/support/any-text.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { fetchToken } from "#tests/support/wire.ts";

const BATCHES = repeatsOf(100, 20);
const BATCH = 100;
const FORM = "application/x-www-form-urlencoded";
const CODES = [
  ...["invalid_request", "invalid_client", "unauthorized_client", "unsupported_grant_type"],
  "invalid_scope",
];

const stopClock = useStoppedClock();
const service = await useServiceServer();
const known = await service.register("known");
const handle = (await import("#lib/service/server/handle.ts")).handleServiceRequest;

type Hostile = { body: string | Uint8Array<ArrayBuffer>; type: string; authorization: string | null };

/** Placeholders in the generators for what only the running test knows. */
const CLIENT = "{{client}}";
const SECRET = "{{secret}}";

const names = fc.constantFrom(
  ...["grant_type", "client_id", "client_secret", "scope", "client_assertion", "client_assertion_type"],
  ...["resource", "__proto__", "constructor", "", "grant_type[]", "%67rant_type"],
);
const values = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("client_credentials", CLIENT, "", "ifc:read", "secret-of-other") },
  fc.constantFrom("%", "%0", "%zz", "%00", "%C0%80", "%FF", "%ED%A0%80", "+", "%2B", "a%00b", "\0", "\r\n"),
  fc.constantFrom("password", "CLIENT_CREDENTIALS", "openid", "ifc:read ifc:read", "' OR 1=1 --", "${7*7}"),
  fc.string({ maxLength: 60 }),
  anyUnicode({ maxLength: 60 }),
  fc.webQueryParameters(),
);
const pairs = fc.array(fc.tuple(names, values), { maxLength: 8 });

/** Nearly right, so that the later steps are reached: right client, wrong or missing secret, one part too many or too few. */
const nearly = fc
  .tuple(
    fc.subarray(["grant_type=client_credentials", `client_id=${CLIENT}`, "client_secret=wrong"]),
    pairs,
    fc.boolean(),
  )
  .map(([good, more, first]) => {
    const others = more.map(([name, value]) => `${name}=${value}`);
    return (first ? [...others, ...good] : [...good, ...others]).join("&");
  });

/** Right except for the scope. */
const wrongScope = fc
  .constantFrom(
    "openid",
    "cloud:manage nothing",
    "cloud:manage,org:manage",
    "*",
    "%22",
    "cloud:manage%0Aorg:manage",
  )
  .map((scope) => `grant_type=client_credentials&client_id=${CLIENT}&client_secret=${SECRET}&scope=${scope}`);

const bodies: fc.Arbitrary<Hostile["body"]> = fc.oneof(
  { weight: 5, arbitrary: nearly },
  wrongScope,
  { weight: 2, arbitrary: pairs.map((list) => list.map(([name, value]) => `${name}=${value}`).join("&")) },
  fc.json().map((text) => text.slice(0, 5000)),
  fc.uint8Array({ maxLength: 300 }),
  fc.constant(
    `--x\r\nContent-Disposition: form-data; name="grant_type"\r\n\r\nclient_credentials\r\n--x--\r\n`,
  ),
  fc.constantFrom(64, 1024).map((kilobytes) => `client_secret=${"x".repeat(kilobytes * 1024)}`),
  fc.integer({ min: 1, max: 3000 }).map((count) => "a&".repeat(count)),
);
const types = fc.oneof(
  { weight: 8, arbitrary: fc.constant(FORM) },
  fc.constantFrom(
    ...[`${FORM}; charset=utf-8`, `${FORM}; charset=utf-16`, `${FORM};charset="`, "application/json"],
    ...["multipart/form-data; boundary=x", "text/plain", "", "*/*", `${FORM}, application/json`],
  ),
);
const authorizations = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  fc.constantFrom("Basic", "Basic ", "Basic ***", "Basic Og==", "Bearer x", "Negotiate YII=", "basic YTpi"),
  anyUnicode({ maxLength: 40 }).map((text) => `Basic ${Buffer.from(text).toString("base64")}`),
  fc.constant(`Basic ${Buffer.from(`${CLIENT}:wrong`).toString("base64")}`),
);
const hostile: fc.Arbitrary<Hostile> = fc.record({
  body: bodies,
  type: types,
  authorization: authorizations,
});

async function send({ body, type, authorization }: Hostile): Promise<Response> {
  const text =
    typeof body === "string"
      ? body.replaceAll(CLIENT, known.clientId).replaceAll(SECRET, known.secret)
      : body;
  const headers = new Headers();
  if (type !== "") headers.set("content-type", type);
  if (authorization !== null) headers.set("authorization", authorization);
  const url = `${service.baseUrl}/auth/realms/portico/protocol/openid-connect/token`;
  // As bytes, because a text body would set a media type.
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return handle(new Request(url, { method: "POST", headers, body: bytes }));
}

test("hostile bodies get {error, error_description} that is not stored, never a fault, never a token", async () => {
  const statuses = new Set<number>();
  const codes = new Set<string>();
  const descriptions = new Set<string>();
  // A minute later each time, so that no request is refused because of earlier failures (failed-tokens.test.ts).
  const clock = stopClock();
  const property = fc.asyncProperty(
    fc.array(hostile, { minLength: BATCH, maxLength: BATCH, size: "max" }),
    async (batch) => {
      clock.ms += 60_000;
      await Promise.all(
        batch.map(async (request) => {
          const response = await send(request);
          const body = (await response.json()) as Record<string, string>;
          expect([400, 401, 413, 415]).toContain(response.status);
          expect(Object.keys(body).toSorted()).toEqual(["error", "error_description"]);
          expect(CODES).toContain(body["error"]);
          expect(response.headers.get("cache-control")).toBe("no-store");
          expect(response.headers.get("pragma")).toBe("no-cache");
          statuses.add(response.status);
          codes.add(body["error"] ?? "");
          descriptions.add(body["error_description"] ?? "");
        }),
      );
    },
  );
  await fc.assert(property, { numRuns: BATCHES, endOnFailure: true });
  // The generators reach every rule, and every sentence is a fixed one.
  expect([...statuses].toSorted()).toEqual([400, 401, 413, 415]);
  expect([...codes].toSorted()).toEqual(CODES.toSorted());
  expect(descriptions.size).toBeLessThan(20);
  expect(Object.prototype).not.toHaveProperty("grant_type");
  expect(await fetchToken(service.baseUrl, known)).toMatch(/^eyJ/);
});
