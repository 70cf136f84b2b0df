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
