import { expect, test } from "vitest";
import { redact } from "#lib/core/log/redact.ts";
import { growsLinearly } from "../../support/patterns/growth.ts";

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
  ["JWT behind a hyphen", `jwt-eyJhbGciOiJSUzI1NiJ9.eyJ${CANARY}.${CANARY} end`],
  ["encrypted JWT of five parts", `eyJhbGciOiJSUzI1NiJ9.${CANARY}.${CANARY}.${CANARY}.${CANARY} end`],
  ["JSON field with spaces", `{"password":"correct ${CANARY} horse"}`],
  ["private key", `-----BEGIN RSA PRIVATE KEY-----\n${CANARY}\n-----END RSA PRIVATE KEY----- end`],
  ["private key without an end", `-----BEGIN PRIVATE KEY-----\n${CANARY}\n`],
];

test.each(LEAKS)("a secret does not survive redaction: %s", (_name, text) => {
  expect(redact(text)).not.toContain(CANARY);
});

test("ordinary words stay as they are", () => {
  const text = 'The service says: "This field is required." for name; 214 doors, status 400.';
  expect(redact(text)).toBe(text);
});

/** A piece of the canary this long would reveal something about it. */
const PIECE = 4;
const PIECES = Array.from({ length: CANARY.length - PIECE + 1 }, (_, at) => CANARY.slice(at, at + PIECE));

test.each(LEAKS)("nothing of a secret survives a cut, wherever it falls: %s", (_name, text) => {
  for (let lengthMax = 1; lengthMax < text.length; lengthMax += 1) {
    const cut = redact(text, lengthMax);
    expect(cut.length).toBeLessThanOrEqual(lengthMax);
    expect(cut.endsWith("…")).toBe(true);
    expect(PIECES.filter((piece) => cut.includes(piece))).toEqual([]);
  }
});

test("a text of any length is cut before anything is looked for in it", () => {
  expect(redact("a".repeat(10_000_000))).toHaveLength(8192);
  expect(redact("🏛".repeat(100), 10).isWellFormed()).toBe(true);
});

const HOSTILE = [
  "a.",
  "a://",
  "://a:",
  "://a:b@",
  "eyJ-",
  "eyJhbGciOiJS.",
  "Bearer ",
  "Basic\t",
  'password="\\\n',
  'secret="\\"',
  "cookie ",
  "token=",
  "?code",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN ",
  "-----END ",
  "portico_pat_",
];

test.each(HOSTILE)("ten times as much of %j costs about ten times as much", (piece) => {
  const whole = (length: number): string => {
    const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    return redact(text, length) + redact(text, length - 1);
  };
  expect(growsLinearly(whole)).toBe(true);
});
