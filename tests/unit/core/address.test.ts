import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAddress, searchedText } from "#lib/core/address.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

test.each([
  ["  Anna.Smit@Example.COM ", "Anna.Smit@example.com", "anna.smit@example.com"],
  ["o'neil+ifc@sub.domain.example", "o'neil+ifc@sub.domain.example", "o'neil+ifc@sub.domain.example"],
  ["info@bücher.example", "info@xn--bcher-kva.example", "info@xn--bcher-kva.example"],
  ["élodie@atelier.fr", "élodie@atelier.fr", "élodie@atelier.fr"],
])("%s is taken once, normalised", (typed, email, key) => {
  expect(parseAddress(typed)).toEqual({ ok: true, email, key });
});

test.each([
  "",
  "anna",
  "@example.com",
  "anna@",
  '"e@evil.example"@victim.example',
  "anna＠example.com",
  "anna@example.com, eve@evil.example",
  "anna@example.com\r\nBcc: eve@evil.example",
  "anna(comment)@example.com",
  "<anna@example.com>",
  "@route:anna@example.com",
  "anna@example.com\u0000",
  "an na@example.com",
  "anna..b@example.com",
  "anna@exa_mple.com",
  "anna@-example.com",
  "anna@example",
  "anna@[127.0.0.1]",
  "anna@exam\r\nple.com",
  "anna@e%78ample.com",
  "anna@exam\u00adple.com",
  `${"a".repeat(65)}@example.com`,
  `anna@${"a".repeat(250)}.com`,
])("%j is refused with a reason", (typed) => {
  const parsed = parseAddress(typed);
  expect(parsed.ok).toBe(false);
  if (!parsed.ok) expect(parsed.reason).toMatch(/\.$/);
});

test.each([
  [" Karl@Häfen.example ", "karl@xn--hfen-loa.example"],
  ["@häfen", "@xn--hfen-loa"],
  ["info@xn--hfen-loa", "info@xn--hfen-loa"],
  ["anna@exam", "anna@exam"],
  ["@163", "@163"],
  ["anna@", "anna@"],
  ["Müller", "müller"],
  ["häfen", "häfen"],
  ["anna@exa mple ü", "anna@exa mple ü"],
])("a search for %j looks for %j", (typed, wanted) => {
  expect(searchedText(typed)).toBe(wanted);
});

test("whatever is taken is one addr-spec without separators, and parsing it again changes nothing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), anyUnicode({ maxLength: 80 })), (typed) => {
      const parsed = parseAddress(typed);
      if (!parsed.ok) return;
      expect(parsed.email).not.toMatch(/[\s<>,;:"()[\]\\\p{Cc}]/u);
      expect(parsed.email.split("@")).toHaveLength(2);
      expect(parseAddress(parsed.email)).toEqual(parsed);
    }),
    { numRuns: repeatsOf(5_000) },
  );
}, 30_000);
