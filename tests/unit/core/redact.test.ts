import { expect, test } from "vitest";
import { redact } from "#lib/core/redact.ts";

const CANARY = "kX9canaryQ7zT4mW2";

const LEAKS: readonly (readonly [string, string])[] = [
  ["bearer header", `Authorization: Bearer ${CANARY}.${CANARY}`],
  ["basic header", `authorization: Basic ${CANARY}==`],
  ["password in a URL", `postgresql://portico:${CANARY}@127.0.0.1:5432/portico`],
  ["form field", `grant_type=client_credentials&client_secret=${CANARY}&x=1`],
  ["JSON field", `{"access_token":"${CANARY}","expires_in":3600}`],
  ["JSON field with an escaped quote", `{"password":"a\\"${CANARY}"}`],
  ["invitation link", `http://localhost:3000/platform/cloud/4?invitation=${CANARY}`],
  ["setup link", `http://localhost:3000/first-run?setup=${CANARY}`],
  ["personal access token alone", `the password is portico_pat_${CANARY}`],
  ["JWT alone", `token eyJhbGciOiJSUzI1NiJ9.eyJ${CANARY}.${CANARY} end`],
];

test.each(LEAKS)("a secret does not survive redaction: %s", (_name, text) => {
  expect(redact(text)).not.toContain(CANARY);
});

test("ordinary words stay as they are", () => {
  const text = 'The service says: "This field is required." for name; 214 doors, status 400.';
  expect(redact(text)).toBe(text);
});
