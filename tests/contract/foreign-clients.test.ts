/** Two certified OAuth clients that work with any server: they discover the service, get a token, read its errors and check its keys. */
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, describe, expect, test } from "vitest";
import { openService } from "#tests/support/service-under-test.ts";

const service = await openService();
afterAll(() => service.stop());

describe("foreign clients", () => {
  test("openid-client discovers the service and gets a token with either way of authentication", async () => {
    const issuer = new URL(`${service.baseUrl}/auth/realms/portico`);
    const { clientId, secret } = service.first;
    for (const authentication of [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)]) {
      const config = await openid.discovery(issuer, clientId, undefined, authentication, {
        execute: [openid.allowInsecureRequests],
      });
      const tokens = await openid.clientCredentialsGrant(config, { scope: "cloud:read" });
      expect(tokens.token_type).toBe("bearer");
      expect(tokens.scope).toBe("cloud:read");
      expect(tokens.expiresIn()).toBeGreaterThan(3500);
    }
  });

  test("openid-client reads the error of a wrong secret", async () => {
    const issuer = new URL(`${service.baseUrl}/auth/realms/portico`);
    const config = await openid.discovery(issuer, service.first.clientId, "wrong", undefined, {
      execute: [openid.allowInsecureRequests],
    });
    await expect(openid.clientCredentialsGrant(config)).rejects.toMatchObject({
      error: "unauthorized_client",
      status: 401,
    });
  });

  test("oauth4webapi gets a token and validates it with the published keys", async () => {
    const issuer = new URL(`${service.baseUrl}/auth/realms/portico`);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const discovered = await oauth.discoveryRequest(issuer, insecure);
    const server = await oauth.processDiscoveryResponse(issuer, discovered);
    const client = { client_id: service.first.clientId };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(service.first.secret),
      {},
      insecure,
    );
    const tokens = await oauth.processClientCredentialsResponse(server, client, response);
    const request = new Request(service.baseUrl, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(server, request, service.baseUrl, insecure);
    expect(claims.client_id).toBe(service.first.clientId);
  });
});
