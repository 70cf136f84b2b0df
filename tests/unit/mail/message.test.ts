/** Composing emails: whatever people typed, a header value is a single line, and HTML content is plain text. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeMail, escapeHtml, headerText } from "#lib/mail/message.ts";
import { parseSender } from "#lib/mail/sender.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

const anyText = anyUnicode({ maxLength: 400 });

describe("headerText", () => {
  test("is one bounded line without control characters, for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = headerText(text);
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(Array.from(line).length).toBeLessThanOrEqual(180);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toContain("=?");
      }),
      { numRuns: repeatsOf(3_000, 500) },
    );
  });

  test("keeps ordinary names as they are", () => {
    for (const name of ["Kanaalzone Noord – proef", "Haus am See (Süd) № 7", "校園 🏛"]) {
      expect(headerText(name)).toBe(name);
    }
  });
});

describe("composeMail", () => {
  test("tells the sentences of two languages whole", () => {
    const sentence = `${"Every word of a long sentence is told. ".repeat(8)}The last one, too.`;
    const mail = composeMail("a@example.org", {
      subject: "Harbour",
      heading: "Harbour",
      paragraphs: [sentence],
      button: { label: "Open", url: "https://example.org/" },
      footnote: `Footnote: ${sentence}`,
    });
    for (const text of [mail.text, mail.html]) {
      expect(text.split("The last one, too.")).toHaveLength(3);
    }
  });

  test("has one link and no markup of people's, for any texts", () => {
    fc.assert(
      fc.property(anyText, anyText, (name, sentence) => {
        const mail = composeMail("a@example.org", {
          subject: name,
          heading: name,
          paragraphs: [sentence],
          button: { label: sentence, url: "https://example.org/?a=1&b=2" },
          footnote: name,
        });
        expect(mail.subject).toBe(headerText(name));
        expect([...mail.html.matchAll(/<a /g)]).toHaveLength(1);
        expect(mail.html).toContain('href="https://example.org/?a=1&amp;b=2"');
        expect(mail.html).not.toMatch(/<(?:script|img|iframe|form|svg|link|style)\b/i);
        expect(mail.text).toContain("https://example.org/?a=1&b=2");
      }),
      { numRuns: repeatsOf(1_000, 200) },
    );
  });

  test("escapes what would end an attribute or open a tag", () => {
    expect(escapeHtml(`<a b="c" d='e'>&`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
  });
});

describe("parseSender", () => {
  test.each([
    ["portico@example.org", { name: "", address: "portico@example.org" }],
    ["Portico <portico@Example.org>", { name: "Portico", address: "portico@example.org" }],
    ['"Portico, the portal" <p@example.org>', { name: "Portico, the portal", address: "p@example.org" }],
    [
      "Portico\r\nBcc: x@example.org <p@example.org>",
      { name: "Portico Bcc: x@example.org", address: "p@example.org" },
    ],
  ])("reads %j", (text, sender) => {
    expect(parseSender(text)).toEqual(sender);
  });

  test.each(["", "Portico", "Portico <>", "a@b@c <x>", "<a@example.org,b@example.org>"])(
    "refuses %j and names the setting",
    (text) => {
      expect(() => parseSender(text)).toThrow(/MAIL_FROM/);
    },
  );
});
