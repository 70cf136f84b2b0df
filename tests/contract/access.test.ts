/**
 * Who may call what: bearer tokens (RFC 6750), scopes, and the wall between applications. Whole answers, over real HTTP.
 */
import { afterAll, describe, expect, test } from "vitest";
import { cloudSchema, invitationSchema } from "#lib/service/contract/records.ts";
import { openService } from "#tests/support/service-under-test.ts";
import { signedWire, wire, type Wire, type WireAnswer } from "#tests/support/wire.ts";

type Ids = { cloud: number; invitation: number };

const service = await openService();
const token = await service.tokenOf(service.first);
const first = wire(service.baseUrl, token);
const second = await signedWire(service.baseUrl, service.second);
const mine = await makeAll(first);
await makeAll(second);
afterAll(() => service.stop());

async function makeAll(call: Wire): Promise<Ids> {
  const cloud = cloudSchema.parse((await call("POST", "/cloud", { name: "Mine" })).body).id;
  const path = `/cloud/${String(cloud)}`;
  const body = { email: "someone@example.org", redirect_uri: `https://platform.example.org${path}` };
  const invitation = invitationSchema.parse((await call("POST", `${path}/invitation`, body)).body).id;
  return { cloud, invitation };
}

const NO_CREDENTIALS = { detail: "Authentication credentials were not provided." };
const BAD_TOKEN = { detail: "Given token not valid for any token type" };

const nobody = wire(service.baseUrl, null);
const withHeader = (authorization: string): Promise<WireAnswer> =>
  nobody("GET", "/cloud", undefined, { authorization });

describe("the bearer token", () => {
  test.each([
    ["empty", ""],
    ["Basic", "Basic YTpi"],
    ["a bare token", "eyJhbGciOiJub25lIn0.e30."],
    ["Bearerx", "Bearerx y"],
  ])("%s: 401 and no error code in the challenge", async (_what, header) => {
    const { status, body, headers } = await withHeader(header);
    expect({ status, body }).toEqual({ status: 401, body: NO_CREDENTIALS });
    expect(headers.get("www-authenticate")).toBe('Bearer realm="portico"');
  });

  test("a token in the address does not count", async () => {
    expect((await nobody("GET", `/cloud?access_token=${token}`)).status).toBe(401);
  });

  test("the scheme is read without regard to case", async () => {
    expect((await withHeader(`bEARER ${token}`)).status).toBe(200);
  });

  /** Cut, changed, signed by others, with other claims, or with another algorithm: ../integration/service/bearer-tokens.test.ts. */
  test("nothing that was not signed by this service for this service is accepted", async () => {
    const [head = "", payload = "", signature = ""] = token.split(".");
    const changed = `${signature.slice(0, 9)}${signature[9] === "A" ? "B" : "A"}${signature.slice(10)}`;
    const forgeries = ["", "x", `${token}=`, `${head}.${payload}.`, `${head}.${payload}.${changed}`];
    for (const forgery of forgeries) {
      const { status, body, headers } = await withHeader(`Bearer ${forgery}`);
      expect({ status, body }).toEqual({ status: 401, body: BAD_TOKEN });
      expect(headers.get("www-authenticate")).toBe(
        'Bearer realm="portico", error="invalid_token", error_description="The token is malformed, expired or revoked"',
      );
    }
  });
});

describe("scopes", () => {
  test("a scope that was taken from the application is gone from its live tokens", async () => {
    const where = { clientId: service.second.clientId };
    const { scopes } = await service.db.serviceApplication.findUniqueOrThrow({ where });
    await service.db.serviceApplication.update({ where, data: { scopes: ["ifc:read"] } });
    expect((await second("POST", "/cloud", {})).status).toBe(403);
    await service.db.serviceApplication.update({ where, data: { scopes } });
    expect((await second("POST", "/cloud", {})).status).toBe(400);
  });

  test("routes of persons are 403 for an application", async () => {
    for (const [method, path] of [
      ["GET", "/user"],
      ["GET", "/user/invitations"],
      ["POST", `/user/invitations/${String(mine.invitation)}/accept`],
      ["POST", `/user/invitations/${String(mine.invitation)}/deny`],
    ] as const) {
      const { status, body } = await first(method, path);
      const refusal = { detail: "You do not have permission to perform this action." };
      expect({ status, body }).toEqual({ status: 403, body: refusal });
    }
  });
});

describe("the wall between applications", () => {
  test("an application that was given a cloud sees it, but not the inviting application's invitations", async () => {
    const { id: applicationId } = await service.db.serviceApplication.findUniqueOrThrow({
      where: { clientId: service.second.clientId },
    });
    const key = { cloudId: mine.cloud, applicationId };
    await service.db.serviceCloudApplication.create({ data: key });
    const cloud = `/cloud/${String(mine.cloud)}`;
    expect((await second("GET", cloud)).status).toBe(200);
    expect((await second("GET", `${cloud}/invitation`)).body).toEqual([]);
    expect((await second("DELETE", `${cloud}/invitation/${String(mine.invitation)}`)).status).toBe(404);
    await service.db.serviceCloudApplication.delete({ where: { cloudId_applicationId: key } });
    expect((await second("GET", cloud)).status).toBe(404);
  });
});
