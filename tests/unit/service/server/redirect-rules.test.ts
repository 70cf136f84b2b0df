/** Redirect rules: what counts as a rule, and what starts with one. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRedirectAllowed, parseRedirectRule } from "#lib/service/server/applications/redirect-rules.ts";
import { CLIENT_ID_PATTERN, suggestClientId } from "#lib/service/operator/client-id.ts";
import { anyUnicode } from "#tests/support/any-text.ts";

describe("a rule", () => {
  test.each([
    ["https://Portal.Example.org:443", "https://portal.example.org/"],
    [" http://localhost:3000/platform/ ", "http://localhost:3000/platform/"],
    ["https://portal.example.org/a/../b", "https://portal.example.org/b"],
  ])("%s is kept as %s", (typed, rule) => {
    expect(parseRedirectRule(typed)).toEqual({ ok: true, rule });
  });

  test.each([
    "",
    "portal.example.org",
    "ftp://portal.example.org",
    "javascript:alert(1)",
    "https://",
    "https://user:password@portal.example.org",
    "https://portal.example.org/?next=",
    "https://a.example/#x",
    "https://a.example/?",
    "https://a.example/a%2fb",
    "https://a.example/\\b",
    `https://a.example/${"x".repeat(600)}`,
  ])("%j is none", (typed) => {
    expect(parseRedirectRule(typed)).toMatchObject({ ok: false, reason: expect.stringMatching(/^“.*\.$/) });
  });
});

describe("an address", () => {
  const rules = ["https://portal.example.org/cloud", "http://localhost:3000/"];

  test.each([
    "https://portal.example.org/cloud",
    "https://portal.example.org/cloud/",
    "https://portal.example.org/cloud/7?a=b#c",
    "HTTPS://PORTAL.EXAMPLE.ORG/cloud/7",
    "http://localhost:3000",
    "http://localhost:3000/anything",
  ])("%s is allowed", (address) => {
    expect(isRedirectAllowed(rules, address)).toBe(true);
  });

  test.each([
    "https://portal.example.org",
    "https://portal.example.org/clouds",
    "https://portal.example.org/cloud/../x",
    "https://portal.example.org.evil.example/cloud",
    "https://portal.example.org:444/cloud",
    "http://portal.example.org/cloud",
    "https://portal.example.org/cloud/%2e%2e/x",
    "https://portal.example.org/cloud/..%2Fx",
    "https://portal.example.org/cloud%5c..",
    "http://localhost:3001/",
    "http://localhost/",
    "https://evil.example/https://portal.example.org/cloud",
  ])("%s is not", (address) => {
    expect(isRedirectAllowed(rules, address)).toBe(false);
  });

  test("any is allowed without rules; with one exactly what lies beneath it", () => {
    const hosts = [
      "https://a.example",
      "https://a.example.b.example",
      "http://a.example",
      "https://a.example:8",
    ];
    const origin = fc.constantFrom(...hosts);
    const segments = fc.array(fc.constantFrom("a", "ab", "b", "%20", "a.b"), { maxLength: 4 });
    fc.assert(
      fc.property(origin, segments, origin, segments, (ruleOrigin, beneath, origin, path) => {
        const parsed = parseRedirectRule([ruleOrigin, ...beneath].join("/"));
        if (!parsed.ok) throw new Error(parsed.reason);
        const address = [origin, ...path].join("/");
        const lies = origin === ruleOrigin && beneath.every((segment, index) => segment === path[index]);
        expect(isRedirectAllowed([parsed.rule], address)).toBe(lies);
        expect(isRedirectAllowed([], address)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

test("a suggested client id is a good one or none", () => {
  expect(suggestClientId("  Müller & Söhne GmbH ")).toBe("muller-sohne-gmbh");
  expect(suggestClientId("建築")).toBe("");
  fc.assert(
    fc.property(anyUnicode({ maxLength: 80 }), (name) => {
      const id = suggestClientId(name);
      expect(id === "" || CLIENT_ID_PATTERN.test(id)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
