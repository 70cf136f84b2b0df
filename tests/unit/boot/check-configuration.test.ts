import { expect, test } from "vitest";
import { findConfigurationTroubles } from "#lib/boot/check-configuration.ts";
import { parseEnv } from "#lib/core/env.ts";

const troubles = (source: Record<string, string>): string[] => findConfigurationTroubles(parseEnv(source));

test("no configuration at all is a good one", () => {
  expect(troubles({})).toEqual([]);
});

test("an administrator needs both variables", () => {
  expect(troubles({ PORTICO_ADMIN_EMAIL: "ada@example.org" })).toEqual([
    "PORTICO_ADMIN_EMAIL and PORTICO_ADMIN_PASSWORD go together: set both or neither.",
  ]);
});

test("each wrong value is named by its variable and never shown", () => {
  const found = troubles({
    PORTICO_ADMIN_EMAIL: "canary at nowhere",
    PORTICO_ADMIN_PASSWORD: "canary",
    MAIL_FROM: "canary",
  });
  expect(found).toHaveLength(3);
  expect(found[0]).toMatch(/^PORTICO_ADMIN_EMAIL: /);
  expect(found[1]).toMatch(/^PORTICO_ADMIN_PASSWORD: /);
  expect(found[2]).toMatch(/^MAIL_FROM /);
  expect(found.join(" ")).not.toContain("canary");
});

test("a file store needs its bucket, and both halves of its account", () => {
  expect(troubles({ S3_BUCKET: "b", S3_ENDPOINT: "https://s3.example.org" })).toEqual([]);
  expect(troubles({ S3_BUCKET: "b", S3_ACCESS_KEY_ID: "canary" })).toEqual([
    "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both or neither.",
  ]);
  for (const name of ["S3_ENDPOINT", "S3_PREFIX"]) {
    const found = troubles({ [name]: name === "S3_PREFIX" ? "p" : "https://s3.example.org" });
    expect(found, name).toEqual([expect.stringMatching(/^S3_BUCKET is missing/)]);
  }
});

test("an identity provider needs its three settings, the scope openid, and https outside", () => {
  const provider = {
    OIDC_ISSUER: "https://iam.example.org/realms/staff",
    OIDC_CLIENT_ID: "portico",
    OIDC_CLIENT_SECRET: "canary",
  };
  expect(troubles(provider)).toEqual([]);
  expect(troubles({ ...provider, OIDC_ISSUER: "http://keycloak.internal:8080/realms/staff" })).toEqual([]);
  expect(troubles({ OIDC_ISSUER: provider.OIDC_ISSUER })).toEqual([
    "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three or none.",
  ]);
  expect(troubles({ ...provider, OIDC_ISSUER: "http://8.8.8.8/" })).toEqual([
    expect.stringMatching(/^OIDC_ISSUER: Use https/),
  ]);
  expect(troubles({ ...provider, OIDC_SCOPES: "email profile" })).toEqual([
    expect.stringMatching(/^OIDC_SCOPES must contain openid/),
  ]);
  expect(troubles({ ...provider, OIDC_ROLES: "staff=viewer" })).toEqual([
    expect.stringMatching(/^OIDC_ROLES_CLAIM and OIDC_ROLES go together/),
  ]);
  expect(troubles({ ...provider, OIDC_ACCOUNTS: "role" })).toEqual([
    expect.stringMatching(/^OIDC_ACCOUNTS=role needs OIDC_ROLES/),
  ]);
  for (const wrong of ["canary", "https://user:canary@iam.example.org", "https://iam.example.org/?canary"])
    expect(() => parseEnv({ ...provider, OIDC_ISSUER: wrong })).toThrow(/^(?!.*canary).*OIDC_ISSUER/);
});
