import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAddress, searchedText } from "#lib/core/address.ts";
import { DOMAINS, LOCALS } from "#tests/support/addresses.ts";
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

const BAD_LOCALS = [
  ...["", ".", ".a", "a.", "a..b", "a b", "a\tb", "a\r\nRCPT TO:<eve@evil.example>", "a\nb", "a\rb", "a\0b"],
  '"a"',
  '"a b"',
  '"e@evil.example"',
  '"e@evil.example,"',
  "a(b)",
  "(b)a",
  "<a",
  "a>",
  "a,b",
  "a;b",
  "a:b",
  "a\\b",
  "[a]",
  "a＠evil.example",
  "a﹫evil.example",
  "eve@evil.example,a",
  "eve@evil.example> RCPT TO:<a",
  "a".repeat(65),
  "a\u200bb",
  "a\u202eb",
  "a\u2028b",
  "a\u0085b",
  "a\ud800b",
  "Anna <eve@evil.example>,a",
  ...["@evil.example:a", "mailto:a", "a\u00a0b", "a\u3000b", "a\uff0cb", "a\ufeffb"],
];
const BAD_DOMAINS = [
  "",
  ".",
  "org.",
  ".org",
  "a..org",
  "-a.org",
  "a-.org",
  "a_b.org",
  "a b.org",
  "a\r\nDATA.org",
  "a\0.org",
  "example",
  "[127.0.0.1]",
  "[IPv6:::1]",
  "127.0.0.1>",
  "example.org>",
  "<example.org",
  "example.org,b@evil.example",
  "example.org;b",
  "example.org\r\nBcc: eve@evil.example",
  "example.org ORCPT=x",
  "exa(c)mple.org",
  "e%78.org",
  ...["evil.example＠example.org", "a/b.org", "a?b.org", "a#b.org", "a:25", `${"a".repeat(64)}.org`],
  ...[`${"a.".repeat(130)}organisation`, "a\\b.org", "a\ud800.org"],
];

test("what cannot be an address is taken in no combination, and the reason is said", () => {
  const typed = [
    ...["", "anna", "anna@exam\u00adple.com", "anna@example.com\0"],
    ...BAD_LOCALS.flatMap((local) => DOMAINS.map(([domain]) => `${local}@${domain}`)),
    ...BAD_DOMAINS.flatMap((domain) => LOCALS.slice(0, 10).map((local) => `${local}@${domain}`)),
  ];
  expect(typed.length).toBeGreaterThan(600);
  for (const text of typed)
    expect([text, parseAddress(text)]).toEqual([text, { ok: false, reason: expect.stringMatching(/\.$/) }]);
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

test("whatever is taken is one plain addr-spec, parsing it again changes nothing, and equal keys never join different alphabets", () => {
  const text = fc.oneof(
    fc.emailAddress(),
    anyUnicode({ maxLength: 80 }),
    fc.string({ unit: "grapheme", maxLength: 20 }).map((local) => `${local}@example.org`),
    fc.tuple(fc.constantFrom(...LOCALS), anyUnicode({ maxLength: 3 })).map(([local, mark]) => {
      const at = Math.floor(local.length / 2);
      return `${local.slice(0, at)}${mark}${local.slice(at)}@example.org`;
    }),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const parsed = parseAddress(typed);
      if (!parsed.ok) return;
      expect(parsed.email).not.toMatch(/[\s<>,;:"()[\]\\\p{Cc}\p{Cf}\p{Surrogate}]|@.*@/u);
      expect(parsed.email).toContain("@");
      expect(parsed.email.isWellFormed()).toBe(true);
      expect(/^[ -~]*$/.test(parsed.key)).toBe(/^[ -~]*$/.test(parsed.email));
      expect(parseAddress(parsed.email)).toEqual(parsed);
    }),
    { numRuns: repeatsOf(100_000) },
  );
});
