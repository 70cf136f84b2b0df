/**
 * Signing keys over their whole life, with a moved clock: published before they sign, replaced, retired; tested with this service's own
 * token check, and with a foreign checker that reads the published keys.
 */
import { SignJWT, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { afterAll, beforeEach, expect, test } from "vitest";
import { setClock } from "#lib/core/clock.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { fetchToken } from "#tests/support/wire.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let aheadMs = 0;

const service = await useServiceServer();
const commands = await import("#lib/service/operator/signing-keys.ts");
const keys = await import("#lib/service/server/oauth/keys.ts");
const { automaticOperator } = await import("#lib/service/operator/operator.ts");
const operator = automaticOperator();
const application = await service.register("key-user");
const restoreClock = setClock(() => Date.now() + aheadMs);
afterAll(restoreClock);
beforeEach(() => {
  // Every test starts without a newer key than its own, and without a running rotation.
  aheadMs += 10 * DAY;
});

const newToken = (): Promise<string> => fetchToken(service.baseUrl, application);
const kidOf = (token: string): string => decodeProtectedHeader(token).kid ?? "";

async function statusWith(token: string): Promise<number> {
  const response = await fetch(`${service.baseUrl}/cloud`, { headers: { authorization: `Bearer ${token}` } });
  return response.status;
}

async function publishedKids(): Promise<string[]> {
  const realm = `${service.baseUrl}/auth/realms/portico`;
  const discovery = (await (await fetch(`${realm}/.well-known/openid-configuration`)).json()) as {
    jwks_uri: string;
  };
  const { keys: published } = (await (await fetch(discovery.jwks_uri)).json()) as {
    keys: { kid: string; d?: string }[];
  };
  for (const key of published) expect(key.d).toBeUndefined();
  return published.map((key) => key.kid);
}

/** A checker of tokens somewhere else, with its clock set to ours. */
function foreignChecker(): (token: string) => Promise<boolean> {
  const realm = `${service.baseUrl}/auth/realms/portico`;
  const getKey = createRemoteJWKSet(new URL(`${realm}/protocol/openid-connect/certs`), {
    cacheMaxAge: 60_000,
    cooldownDuration: 0,
  });
  return async (token) =>
    jwtVerify(token, getKey, {
      issuer: realm,
      audience: service.baseUrl,
      typ: "at+jwt",
      currentDate: new Date(Date.now() + aheadMs),
    }).then(
      () => true,
      () => false,
    );
}

test("a new key is published at once, signs after its lead, and the old one's tokens stay good to their end", async () => {
  const isGood = foreignChecker();
  const old = await newToken();
  const rotation = await commands.rotateSigningKeys(operator, false);
  aheadMs += 11_000;
  expect(new Set(await publishedKids())).toEqual(new Set([kidOf(old), rotation.kid]));
  expect(kidOf(await newToken())).toBe(kidOf(old));

  aheadMs += keys.KEY_LEAD_MS;
  const young = await newToken();
  expect(kidOf(young)).toBe(rotation.kid);
  for (const token of [old, young]) {
    expect(await statusWith(token)).toBe(200);
    expect(await isGood(token)).toBe(true);
  }

  aheadMs += 55 * MINUTE;
  expect(await statusWith(old)).toBe(200);
  expect(await isGood(old)).toBe(true);
  aheadMs += 6 * MINUTE;
  expect(await statusWith(old)).toBe(401);
  expect(await isGood(old)).toBe(false);
  expect(await statusWith(await newToken())).toBe(200);
});

test("after its window the old key itself is gone: a token that it signs for longer is refused everywhere", async () => {
  const { openSecret } = await import("#lib/core/crypto-box.ts");
  const old = await newToken();
  const kid = kidOf(old);
  const row = await service.db.serviceSigningKey.findUniqueOrThrow({ where: { kid } });
  const privateJwk = JSON.parse(openSecret(row.privateCipher, `service-signing-key:${kid}`)) as object;
  const inTenDays = Math.floor((Date.now() + aheadMs + 10 * DAY) / 1000);
  const leaked = await new SignJWT({ ...decodeJwt(old), exp: inTenDays })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid })
    .sign(await importJWK(privateJwk, "ES256"));
  expect(await statusWith(leaked)).toBe(200);

  await commands.rotateSigningKeys(operator, false);
  aheadMs += keys.KEY_LEAD_MS + keys.KEY_KEPT_MS - MINUTE;
  expect(await statusWith(leaked)).toBe(200);
  aheadMs += MINUTE + 11_000;
  expect(await statusWith(leaked)).toBe(401);
  expect(await publishedKids()).not.toContain(kid);
  expect(await foreignChecker()(leaked)).toBe(false);
});

test("revoking ends every token that is out, and new ones work at once", async () => {
  const old = await newToken();
  const { kid } = await commands.rotateSigningKeys(operator, true);
  aheadMs += 11_000;
  expect(await statusWith(old)).toBe(401);
  const young = await newToken();
  expect(kidOf(young)).toBe(kid);
  expect(await statusWith(young)).toBe(200);
  expect(await publishedKids()).toEqual([kid]);
  const row = await service.db.audit.findFirstOrThrow({ where: { action: "signing-key.revoke" } });
  expect(row).toMatchObject({ objectId: kid, before: { replaced: [kidOf(old)] } });
});

test("keys are replaced by themselves after 90 days, once, however many processes ask", async () => {
  const old = kidOf(await newToken());
  expect(await commands.rotateDueSigningKeys(operator)).toBeNull();
  aheadMs += keys.KEY_AGE_DAYS_MAX * DAY;
  const results = await Promise.all(Array.from({ length: 8 }, () => commands.rotateDueSigningKeys(operator)));
  expect(results.filter((result) => result !== null)).toHaveLength(1);
  await expect(commands.rotateSigningKeys(operator, false)).rejects.toMatchObject({ code: "CONFLICT" });
  aheadMs += keys.KEY_LEAD_MS + 11_000;
  expect(kidOf(await newToken())).not.toBe(old);
});

test("the operator's list says which key signs, which comes next, and until when an old one is published", async () => {
  const { listKeys } = await import("#lib/service/operator/queries.ts");
  await newToken();
  const { kid, signsAt } = await commands.rotateSigningKeys(operator, false);
  const [next, signing] = await listKeys(operator);
  expect(next).toMatchObject({ kid, state: "NEXT", changesAt: signsAt });
  expect(signing).toMatchObject({ state: "SIGNING", changesAt: signsAt });
  aheadMs += keys.KEY_LEAD_MS;
  const [now, before] = await listKeys(operator);
  expect(now).toMatchObject({ kid, state: "SIGNING", changesAt: null });
  expect(before).toMatchObject({ kid: signing?.kid, state: "RETIRED" });
});
