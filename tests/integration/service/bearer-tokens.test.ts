/**
 * Tokens that this service did not sign, or not for itself, or not for now: in this process against the real handler and database.
 * Accepted: 0. The genuine token is accepted before and after.
 */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { decodeJwt, decodeProtectedHeader, exportJWK, exportSPKI, generateKeyPair, importJWK } from "jose";
import { expect, test } from "vitest";
import { openSecret } from "#lib/core/crypto-box.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { fetchToken } from "#tests/support/wire.ts";

const BATCHES = repeatsOf(200);
const BATCH = 100;

const service = await useServiceServer();
const handle = (await import("#lib/service/server/handle.ts")).handleServiceRequest;
const genuine = await fetchToken(service.baseUrl, await service.register("genuine"));
const kid = decodeProtectedHeader(genuine).kid ?? "";
const claims = decodeJwt(genuine);
const row = await service.db.serviceSigningKey.findUniqueOrThrow({ where: { kid } });
const privateJwk = JSON.parse(openSecret(row.privateCipher, `service-signing-key:${kid}`)) as object;
const ownKey = (await importJWK(privateJwk, "ES256")) as CryptoKey;
/** What a verifier that confuses algorithms would take as the key of an HMAC. */
const publicPem = await exportSPKI(
  (await importJWK(row.publicJwk as object, "ES256", { extractable: true })) as CryptoKey,
);
const { privateKey: otherKey, publicKey: otherPublicKey } = await generateKeyPair("ES256");
const rsaKey = (await generateKeyPair("RS256")).privateKey;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signed by hand, because a library refuses to create some of these. */
async function signed(header: object, payload: unknown, key: CryptoKey, alg = "ES256"): Promise<string> {
  const body = `${encode({ alg, typ: "at+jwt", kid, ...header })}.${encode(payload)}`;
  const algorithm = alg === "RS256" ? "RSASSA-PKCS1-v1_5" : { name: "ECDSA", hash: "SHA-256" };
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(body));
  return `${body}.${Buffer.from(signature).toString("base64url")}`;
}

/** A kind of forgery, chosen by one number of the generator. */
type Forgery = (seed: number, text: string) => Promise<string> | string;

const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length] as T;

const KIDS = [
  ...["", "../../../../dev/null", "/proc/self/environ", "' UNION SELECT 'x' --", "http://127.0.0.1/key"],
  ...["__proto__", "constructor", "0", "\0", "a".repeat(3000)],
];
const HEADERS: object[] = [
  { jku: "http://127.0.0.1:9/keys" },
  { x5u: "http://127.0.0.1:9/cert" },
  { jwk: { kty: "EC", crv: "P-256", x: "AA", y: "AA" } },
  { jwk: await exportJWK(otherPublicKey) },
  { x5c: ["MIIB"] },
  { crit: ["exp"] },
  { b64: false, crit: ["b64"] },
  { typ: "JWT" },
  { typ: undefined },
  { kid: 7 },
  { kid: ["x"] },
  { cty: "JWT" },
];

/** Signed with the service's own key, but never issued by it for itself and for now. */
const WRONG_CLAIMS: ((now: number, seed: number) => Record<string, unknown>)[] = [
  (now, seed) => ({ exp: now - 1 - (seed % 1_000_000) }),
  // An hour, because the batch that it belongs to may take seconds until it is sent.
  (now, seed) => ({ nbf: now + 3_600 + (seed % 1_000_000) }),
  () => ({ iss: "https://other.example.org/auth/realms/portico" }),
  () => ({ iss: `${String(claims.iss)}/` }),
  () => ({ aud: "https://other.example.org" }),
  () => ({ aud: [] }),
  () => ({ aud: undefined }),
  () => ({ exp: undefined }),
  () => ({ exp: "9999999999" }),
  () => ({ iat: undefined }),
  () => ({ jti: undefined }),
  () => ({ sub: undefined }),
  () => ({ sub: "somebody-else" }),
  () => ({ client_id: undefined }),
  () => ({ client_id: 1 }),
  () => ({ client_id: "somebody-else", sub: "somebody-else" }),
  () => ({ scope: undefined }),
  () => ({ scope: ["cloud:manage"] }),
];

const FORGERIES: Forgery[] = [
  (_seed, text) => text,
  (seed) => genuine.slice(0, seed % genuine.length),
  (seed) => genuine.slice(1 + (seed % (genuine.length - 1))),
  (seed, text) => {
    const at = seed % genuine.length;
    const changed = `${genuine.slice(0, at)}${text.slice(0, 1) || "_"}${genuine.slice(at + 1)}`;
    return changed === genuine ? `${genuine}A` : changed;
  },
  (seed) => {
    const at = seed % genuine.length;
    return `${genuine.slice(0, at)}${pick(["%", "%E0%A4%A", "%00", " ", ".", "=", "~", ",", '"'], seed)}${genuine.slice(at)}`;
  },
  (seed) => genuine + pick([".", "A", "=", "==", `.${genuine}`, ", x", `\t${genuine}`], seed),
  (seed) => {
    const parts = genuine.split(".");
    const [head = "", payload = "", signature = ""] = parts;
    return pick(
      [
        `${payload}.${head}.${signature}`,
        `${head}.${payload}`,
        `.${payload}.${signature}`,
        `${head}..${signature}`,
      ],
      seed,
    );
  },
  (seed) => {
    const alg = pick(
      ["none", "None", "NONE", "nOnE", "", "ES256K", "ES384", "HS256", "RS256", "EdDSA"],
      seed,
    );
    return `${encode({ alg, typ: "at+jwt", kid })}.${encode(claims)}.${pick(["", genuine.split(".")[2] ?? ""], seed)}`;
  },
  (seed) => {
    const body = `${encode({ alg: pick(["HS256", "HS512"], seed), typ: "at+jwt", kid })}.${encode(claims)}`;
    const hash = pick(["sha256", "sha512"], seed);
    const key = pick([publicPem, publicPem.trim(), kid, ""], seed >> 1);
    return `${body}.${createHmac(hash, key).update(body).digest("base64url")}`;
  },
  (seed) => signed({}, { ...claims, jti: String(seed) }, otherKey),
  (seed) => signed({ kid: pick(KIDS, seed) }, claims, otherKey),
  (seed) => signed({ kid: pick(KIDS, seed) }, claims, ownKey),
  (seed) => signed(pick(HEADERS, seed), claims, otherKey),
  (seed) => signed({}, { ...claims, jti: String(seed) }, rsaKey, "RS256"),
  (seed) => {
    const wrong = pick(WRONG_CLAIMS, seed)(Math.floor(Date.now() / 1000), seed);
    return signed({}, { ...claims, ...wrong }, ownKey);
  },
  (seed) => "A".repeat(8 * 1024 + (seed % (56 * 1024))),
  (seed) => `${genuine.split(".", 2).join(".")}.${"A".repeat(60 * 1024 + (seed % 4096))}`,
];

const forgery = fc.tuple(
  fc.nat({ max: FORGERIES.length - 1 }),
  fc.nat({ max: 0x7fffffff }),
  fc.string({ maxLength: 80 }),
);

async function call(authorization: string): Promise<Response> {
  return handle(new Request(`${service.baseUrl}/cloud`, { headers: { authorization } }));
}

test("forged, changed, misdirected and outdated tokens: accepted 0", async () => {
  expect((await call(`Bearer ${genuine}`)).status).toBe(200);
  let tried = 0;
  const property = fc.asyncProperty(
    fc.array(forgery, { minLength: BATCH, maxLength: BATCH, size: "max" }),
    async (batch) => {
      await Promise.all(
        batch.map(async ([way, seed, text]) => {
          const token = await (FORGERIES[way] as Forgery)(seed, text);
          // A header cannot carry these at all; the server in front refuses them.
          const sendable = token.replaceAll(/[\0\r\n]/g, "_");
          // Spaces before and after are not part of the token (RFC 9110 sections 5.5 and 11.4): adding them changes nothing.
          if (/^ *(.*?)[ \t]*$/.exec(sendable)?.[1] === genuine) {
            tried += 1;
            return;
          }
          const response = await call(`Bearer ${sendable}`);
          const answer = {
            token: sendable.slice(0, 2000),
            status: response.status,
            body: await response.json(),
          };
          expect(answer).toMatchObject({
            token: answer.token,
            status: 401,
            body: { detail: expect.any(String) },
          });
          expect(response.headers.get("www-authenticate")).toMatch(/^Bearer realm="portico"/);
          tried += 1;
        }),
      );
    },
  );
  await fc.assert(property, { numRuns: BATCHES, endOnFailure: true });
  expect(tried).toBe(BATCHES * BATCH);
  expect((await call(`Bearer ${genuine}`)).status).toBe(200);
});
