import { describe, expect, test } from "vitest";
import { findConfigurationTroubles } from "#lib/boot/launch/check-configuration.ts";
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

const provider = {
  OIDC_ISSUER: "https://iam.example.org/realms/staff",
  OIDC_CLIENT_ID: "portico",
  OIDC_CLIENT_SECRET: "canary",
};

test.each<[setting: Record<string, string>, sentence: RegExp]>([
  [{ OIDC_ISSUER: "http://8.8.8.8/" }, /^OIDC_ISSUER: Use https/],
  [{ OIDC_SCOPES: "email profile" }, /^OIDC_SCOPES must contain openid/],
  [{ OIDC_ROLES: "staff=viewer" }, /^OIDC_ROLES_CLAIM and OIDC_ROLES go together/],
  [{ OIDC_ACCOUNTS: "role" }, /^OIDC_ACCOUNTS=role needs OIDC_ROLES/],
])("an identity provider with %j is refused", (setting, sentence) => {
  expect(troubles({ ...provider, ...setting })).toEqual([expect.stringMatching(sentence)]);
});

test("an identity provider needs its three settings, and https outside", () => {
  expect(troubles(provider)).toEqual([]);
  expect(troubles({ ...provider, OIDC_ISSUER: "http://keycloak.internal:8080/realms/staff" })).toEqual([]);
  expect(troubles({ OIDC_ISSUER: provider.OIDC_ISSUER })).toEqual([
    "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three or none.",
  ]);
  for (const wrong of ["canary", "https://user:canary@iam.example.org", "https://iam.example.org/?canary"])
    expect(() => parseEnv({ ...provider, OIDC_ISSUER: wrong })).toThrow(/^(?!.*canary).*OIDC_ISSUER/);
});

describe("what leaves the machine is encrypted and goes to whom it is meant for", () => {
  const SMTP = /^SMTP_URL has settings after a \?.*SMTP_TLS=off/;
  const S3 = /^S3_ENDPOINT is an http address.*S3_TLS=off/;
  const DATABASE =
    /^DATABASE_URL asks for a connection that is not encrypted.*sslmode=verify-full.*DATABASE_TLS=off/;
  const ca = "tests/fixtures/tls/test-ca.cert.pem";

  test.each([
    ["SMTP_URL", "smtp://mail.example.org/?ignoreTLS=true", SMTP],
    ["SMTP_URL", "smtp://mail.example.org:25?tls.rejectUnauthorized=false", SMTP],
    ["SMTP_URL", "smtps://mail.example.org/?secure=false", SMTP],
    ["S3_ENDPOINT", "http://s3.example.org", S3],
    ["S3_ENDPOINT", "http://10.0.0.7:9000", S3],
    ["S3_ENDPOINT", "http://localhost.example.org:9000", S3],
    ["DATABASE_URL", "postgresql://p@db.example.org/p", DATABASE],
    ["DATABASE_URL", "postgresql://p@10.0.0.8/p", DATABASE],
    ["DATABASE_URL", "postgresql://p@localhost/p?host=db.example.org", DATABASE],
    ...["disable", "no-verify"].map((mode) => database(`sslmode=${mode}`)),
    ...["ssl=0", "ssl=no-verify", "uselibpqcompat=true&sslmode=require"].map(database),
    ...["uselibpqcompat=true&sslmode=prefer", `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${ca}`].map(
      database,
    ),
  ])("refused: %s=%s", (name, value, sentence) => {
    const bucket = name === "S3_ENDPOINT" ? { S3_BUCKET: "b" } : {};
    expect(troubles({ ...bucket, [name]: value })).toEqual([expect.stringMatching(sentence)]);
    const allowed = { [`${name.replace(/_.*/, "")}_TLS`]: "off" };
    expect(troubles({ ...bucket, ...allowed, [name]: value })).toEqual([]);
  });

  function database(words: string): [string, string, RegExp] {
    return ["DATABASE_URL", `postgresql://p:canary@db.example.org:5432/p?${words}`, DATABASE];
  }

  test.each([
    ["SMTP_URL", "smtp://mail.example.org"],
    ["SMTP_URL", "smtps://user:password@mail.example.org:465"],
    ["SMTP_URL", "smtp://127.0.0.1:25?ignoreTLS=true"],
    ["S3_ENDPOINT", "https://s3.example.org"],
    ["S3_ENDPOINT", "http://127.0.0.1:9000"],
    ["S3_ENDPOINT", "http://[::1]:9000"],
    ["S3_ENDPOINT", "http://localhost:9000"],
    ["DATABASE_URL", "postgresql://p@db.example.org/p?sslmode=verify-full"],
    ["DATABASE_URL", `postgresql://p@db.example.org/p?sslmode=verify-full&sslrootcert=${ca}`],
    ["DATABASE_URL", "postgresql://p@db.example.org/p?ssl=true"],
    ["DATABASE_URL", "postgresql://p@127.0.0.1:5432/p"],
    ["DATABASE_URL", "postgresql://p@[::1]/p"],
    ["DATABASE_URL", "postgresql://p@localhost/p?sslmode=disable"],
    ["DATABASE_URL", "postgresql:///p?host=/var/run/postgresql"],
    ["DATABASE_URL", "postgresql://p@%2Fvar%2Frun%2Fpostgresql/p"],
  ])("taken: %s=%s", (name, value) => {
    expect(troubles({ ...(name === "S3_ENDPOINT" ? { S3_BUCKET: "b" } : {}), [name]: value })).toEqual([]);
  });
});
