import { describe, expect, test } from "vitest";
import { clientFor } from "#lib/features/connections/queries.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import type { Fault } from "#tests/support/fault-proxy.ts";
import { until } from "#tests/support/until.ts";
import { fetchToken } from "#tests/support/wire.ts";
import { formKey, usePortal } from "./portal.ts";

const portal = await usePortal();

const TOKEN = /\/openid-connect\/token$/;
const LIST = /^\/service\/cloud$/;

/** A connection that has no token yet. */
async function fresh(
  change: { secret?: string; realm?: string } = {},
): Promise<{ id: string; client: ServiceClient }> {
  const id = await portal.addConnection(`tokens-${formKey()}`, change);
  return { id, client: await clientOf(id) };
}

async function clientOf(id: string): Promise<ServiceClient> {
  return clientFor(await portal.db.connection.findUniqueOrThrow({ where: { id } }));
}

const asked = (): number => portal.proxy.count("POST", TOKEN);

function token(body: unknown, status = 200, headers: Record<string, string> = {}): Fault {
  return { kind: "answer", status, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

describe("the access token", () => {
  test("is asked for once by all who need it at the same time, and kept", async () => {
    const { client } = await fresh();
    await Promise.all(Array.from({ length: 20 }, () => client.listClouds()));
    await client.listClouds();
    expect(asked()).toBe(1);
  });

  test("is not used by a newer revision of the connection", async () => {
    const { id, client } = await fresh();
    await client.listClouds();
    await portal.db.connection.update({ where: { id }, data: { revision: { increment: 1 } } });
    await (await clientOf(id)).listClouds();
    expect(asked()).toBe(2);
  });

  test("that does not come: who gives up is let go, and the one request goes on for the others", async () => {
    const { client } = await fresh();
    const gate = Promise.withResolvers<undefined>();
    portal.proxy.inject("POST", TOKEN, { kind: "hold", until: gate.promise });
    const leaving = new AbortController();
    const patient = client.listClouds();
    const impatient = client.listClouds({ signal: leaving.signal });
    await until("the token is asked for", () => Promise.resolve(asked() === 1));
    leaving.abort();
    await expect(impatient).rejects.toMatchObject({ name: "ServiceError", kind: "cancelled" });
    const late = client.listClouds({ signal: AbortSignal.timeout(1) });
    await expect(late).rejects.toMatchObject({ kind: "cancelled" });
    gate.resolve(undefined);
    expect(await patient).toBeInstanceOf(Array);
    expect(asked()).toBe(1);
  });

  test("is asked for again before it expires", async () => {
    const { client } = await fresh();
    const credentials = await portal.service.register("short");
    const access_token = await fetchToken(portal.service.baseUrl, credentials);
    // So short that it counts as expired at once.
    portal.proxy.inject("POST", TOKEN, token({ access_token, expires_in: 0.001 }));
    await client.listClouds();
    await client.listClouds();
    expect(asked()).toBe(2);
  });

  test("refused in the middle: renewed once, and the call goes on", async () => {
    const { client } = await fresh();
    await client.listClouds();
    portal.proxy.inject("GET", LIST, token({ detail: "expired" }, 401));
    await Promise.all(Array.from({ length: 5 }, () => client.listClouds()));
    expect(asked()).toBe(2);
  });

  test("refused for ever: credentials, after one renewal", async () => {
    const { client } = await fresh();
    portal.proxy.inject("GET", LIST, token({ detail: "no" }, 401), 99);
    await expect(client.listClouds()).rejects.toMatchObject({ kind: "credentials", status: 401 });
    expect(portal.proxy.received.filter((seen) => LIST.test(seen.path))).toHaveLength(2);
  });

  test.each([
    ["in HTML", token("<html>", 200, { "content-type": "text/html" }), "shape", /not JSON/],
    ["without access_token", token({ token: "x" }), "shape", /holds no access_token/],
    [
      "with a token that breaks a header",
      token({ access_token: "a\r\nb" }),
      "shape",
      /holds no access_token/,
    ],
    ["a redirect", token("", 302, { location: "https://elsewhere.example/" }), "redirect", /redirect/],
  ] as [string, Fault, string, RegExp][])("%s: %s", async (_name, fault, kind, words) => {
    const { client } = await fresh();
    portal.proxy.inject("POST", TOKEN, fault);
    const thrown = await client.listClouds().catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(ServiceError);
    expect(thrown).toMatchObject({ kind, message: expect.stringMatching(words) });
    expect(asked()).toBe(1);
  });

  test("wrong secret and wrong realm are told apart, once, in words", async () => {
    const wrong = await fresh({ secret: "not-the-secret" });
    await expect(wrong.client.listClouds()).rejects.toThrow(/credentials are refused, 401.*client secret/s);
    const realm = await fresh({ realm: "elsewhere" });
    await expect(realm.client.listClouds()).rejects.toThrow(/realm “elsewhere” is not known/);
    expect(asked()).toBe(2);
  });

  test("503 and a reset are repeated; a failure is not kept", async () => {
    const { client } = await fresh();
    portal.proxy.inject("POST", TOKEN, token("", 503));
    portal.proxy.inject("POST", TOKEN, { kind: "resetBefore" });
    await expect(client.listClouds()).resolves.toEqual([]);
    expect(asked()).toBe(3);
    const failing = await fresh();
    portal.proxy.inject("POST", TOKEN, token({ error: "invalid_client" }, 401));
    await expect(failing.client.listClouds()).rejects.toMatchObject({ kind: "credentials" });
    await expect(failing.client.listClouds()).resolves.toEqual([]);
  });
});
