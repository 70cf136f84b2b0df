/**
 * Who may call what: bearer tokens (RFC 6750), scopes, and the wall between applications. Whole answers, over real HTTP.
 */
import { afterAll, describe, expect, test } from "vitest";
import { cloudSchema, invitationSchema, projectSchema } from "#lib/service/contract/records.ts";
import { openService } from "#tests/support/service-under-test.ts";
import { bodyOf, signedWire, wire, type Wire } from "#tests/support/wire.ts";

type Ids = { cloud: number; project: number; invitation: number };

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
  const project = projectSchema.parse((await call("POST", `${path}/project`, { name: "P" })).body).id;
  const body = { email: "someone@example.org", redirect_uri: `https://platform.example.org${path}` };
  const invitation = invitationSchema.parse((await call("POST", `${path}/invitation`, body)).body).id;
  return { cloud, project, invitation };
}

const NO_CREDENTIALS = { detail: "Authentication credentials were not provided." };
const BAD_TOKEN = { detail: "Given token not valid for any token type" };

async function withHeader(authorization: string | null): Promise<Response> {
  return fetch(`${service.baseUrl}/cloud`, { headers: authorization === null ? {} : { authorization } });
}

describe("the bearer token", () => {
  test.each([
    ["none", null],
    ["empty", ""],
    ["Basic", "Basic YTpi"],
    ["a bare token", "eyJhbGciOiJub25lIn0.e30."],
    ["Bearerx", "Bearerx y"],
  ])("%s: 401 and no error code in the challenge", async (_what, header) => {
    const response = await withHeader(header);
    expect({ status: response.status, body: await bodyOf(response) }).toEqual({
      status: 401,
      body: NO_CREDENTIALS,
    });
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="portico"');
  });

  test("a token in the address does not count", async () => {
    const response = await fetch(`${service.baseUrl}/cloud?access_token=${token}`);
    expect(response.status).toBe(401);
  });

  test("the scheme is read without regard to case", async () => {
    expect((await withHeader(`bEARER ${token}`)).status).toBe(200);
  });

  /** Signed by others, with other claims, or with another algorithm: ../integration/service/bearer-tokens.test.ts. */
  test("nothing that was not signed by this service for this service is accepted", async () => {
    const [head = "", payload = "", signature = ""] = token.split(".");
    const last = signature.at(-1) === "A" ? "B" : "A";
    const forgeries: string[] = [
      "",
      "x",
      "...",
      "a.b.c",
      "%E0%A4%A",
      `${token}, Bearer ${token}`,
      `${token}.`,
      `${head}.${payload}.`,
      `${head}.${payload}.${signature.slice(0, -3)}${last}AA`,
      `${head}.${payload}.${signature.slice(0, 9)} ${signature.slice(9)}`,
      `${token}=`,
      `${head}.${Buffer.from('{"sub":"x"}').toString("base64url")}.${signature}`,
      "A".repeat(9000),
    ];
    for (const forgery of forgeries) {
      const response = await withHeader(`Bearer ${forgery}`);
      expect({ status: response.status, body: await bodyOf(response) }).toEqual({
        status: 401,
        body: BAD_TOKEN,
      });
      expect(response.headers.get("www-authenticate")).toBe(
        'Bearer realm="portico", error="invalid_token", error_description="The token is malformed, expired or revoked"',
      );
    }
  });
});

describe("scopes", () => {
  test("reading clouds and projects needs none", async () => {
    const call = await signedWire(service.baseUrl, service.first, "webhook:manage");
    const cloud = `/cloud/${String(mine.cloud)}`;
    for (const path of ["/cloud", cloud, `${cloud}/project`, `${cloud}/project/${String(mine.project)}`]) {
      expect((await call("GET", path)).status).toBe(200);
    }
  });

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
      const answer = await first(method, path);
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 403,
        body: { detail: "You do not have permission to perform this action." },
      });
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
