import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAddress } from "#lib/core/address.ts";
import { inEnglish } from "#lib/core/texts.ts";
import { decodeTextFile } from "#lib/features/batches/text-file.ts";
import { readAddressList, type AddressEntry } from "#lib/features/invitations/addresses/address-list.ts";
import { findMailColumn } from "#lib/features/invitations/addresses/mail-column.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

const read = (text: string): AddressEntry[] => readAddressList(text).entries;
const emails = (text: string): string[] =>
  read(text).map((entry) => (entry.ok ? entry.email : `! ${entry.typed}`));

const FOUR = ["a@x.nl", "b@x.nl", "c@x.nl", "d@x.nl"];

describe("the forms in which people have addresses", () => {
  test.each([
    ["one a line, all line ends", "a@x.nl\r\nb@x.nl\rc@x.nl\n\nd@x.nl", FOUR],
    ["commas, semicolons, tabs", "a@x.nl, b@x.nl;c@x.nl\td@x.nl;", FOUR],
    ["spaces alone", "a@x.nl b@x.nl  c@x.nl", ["a@x.nl", "b@x.nl", "c@x.nl"]],
    ["names in front", "Ria <r@x.nl>; Jan de Vries <j@x.nl>", ["r@x.nl", "j@x.nl"]],
    ["names with commas", '"Smit, Anna" <a@x.nl>, Bakker, Ria <r@x.nl>', ["a@x.nl", "r@x.nl"]],
    ["one name with a comma", "Smit, Anna <a@x.nl>", ["a@x.nl"]],
    ["angle brackets alone", "<a@x.nl>,<b@x.nl>", ["a@x.nl", "b@x.nl"]],
    ["mailto", "mailto:a@x.nl?subject=Hi, MAILTO:b@x.nl", ["a@x.nl", "b@x.nl"]],
    ["quoted", "\"a@x.nl\"; 'b@x.nl'", ["a@x.nl", "b@x.nl"]],
    ["the address as its own name", "a@x.nl <A@x.nl>; 'b@x.nl' <b@x.nl>", ["A@x.nl", "b@x.nl"]],
    ["columns without a heading", "Anna;Smit;a@x.nl;Delft\nRia;Bakker;r@x.nl;Gent", ["a@x.nl", "r@x.nl"]],
    ["a byte-order mark", "\ufeffa@x.nl", ["a@x.nl"]],
    ["a heading", "Name;E-mail address\nAnna;a@x.nl\n;b@x.nl\n\n", ["a@x.nl", "b@x.nl"]],
    ["a heading, quoted cells with line ends", '"Name","Email"\r\n"Smit,\r\nAnna","a@x.nl"\r\n', ["a@x.nl"]],
    ["a heading alone in its line", "e-mail\na@x.nl; b@x.nl\n", ["a@x.nl", "b@x.nl"]],
    ["a heading and names in the cells", 'mail,team\n"Smit, Anna <a@x.nl>",North\n', ["a@x.nl"]],
    ["international", "élodie@bücher.example", ["élodie@xn--bcher-kva.example"]],
  ])("%s", (_name, text, expected) => {
    expect(emails(text)).toEqual(expected);
  });

  test("the line of each is that of the text, also behind cells of several lines", () => {
    const csv = 'Name,Mail\n"A\nB",a@x.nl\n\nC,c@x.nl\n';
    expect(read(csv).map(({ line }) => line)).toEqual([2, 5]);
    expect(read("a@x.nl\n\nb@x.nl;c@x.nl").map(({ line }) => line)).toEqual([1, 3, 3]);
  });

  test.each([
    ["UTF-8 with a mark", new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from("é@x.nl")])],
    ["UTF-16 little-endian with a mark", Buffer.from("\ufeffé@x.nl", "utf16le")],
    ["UTF-16 big-endian with a mark", Buffer.from("\ufeffé@x.nl", "utf16le").swap16()],
    ["Windows-1252", Buffer.from("é@x.nl", "latin1")],
  ])("a file in %s", (_name, bytes) => {
    expect(emails(decodeTextFile(bytes) ?? "")).toEqual(["é@x.nl"]);
  });

  test("UTF-16 without a mark is seen by its zeros; a workbook is no text", () => {
    const text = "Name;E-mail\r\nAnna;anna@example.org\r\n";
    for (const bytes of [Buffer.from(text, "utf16le"), Buffer.from(text, "utf16le").swap16()])
      expect(emails(decodeTextFile(bytes) ?? "")).toEqual(["anna@example.org"]);
    expect(decodeTextFile(Buffer.from("PK\u0003\u0004…"))).toBeNull();
  });
});

describe("nothing is dropped and nothing is guessed", () => {
  test.each([
    ["anna", "The address has no @."],
    ["a@@x.nl", "There are several @ signs, at characters 2 and 3."],
    ["jan@bouwgroep-oost", "The domain has no ending such as .com."],
    ["a\u200b@x.nl", "There is an invisible character at place 2."],
    ["a@x.nl <b@y.nl>", "This entry has two different addresses. Which address is meant?"],
    ['"e@evil.example"@victim.example', "There are several @ signs, at characters 3 and 17."],
    ["<@route.example:a@x.nl>", "There are several @ signs, at characters 1 and 17."],
    ["Team: a@x.nl", "The address has a space."],
    ["a@x.nl(work)", "The part after the @ is not a domain name."],
  ])("%j: %s", (text, reason) => {
    const [entry, ...others] = read(text);
    expect(others).toEqual([]);
    expect(entry?.ok === false && inEnglish(entry.reason)).toBe(reason);
  });

  test("NUL is shown, not kept: no database takes it", () => {
    expect(read("a\0@x.nl")).toEqual([expect.objectContaining({ ok: false, typed: "a\ufffd@x.nl" })]);
  });

  test("an address that somebody forgot to finish is shown, not taken for a name", () => {
    expect(emails("a@x.nl, jan.peeters, b@x.nl")).toEqual(["a@x.nl", "! jan.peeters", "b@x.nl"]);
    expect(emails("Name;Mail\nAnna;\nRia;r@x.nl")).toEqual(["! Anna;", "r@x.nl"]);
  });

  test.each([
    ["a.jansen@@x.nl", "a.jansen@x.nl"],
    ["anna@x.nl.", "anna@x.nl"],
    ["an na @ x.nl", "anna@x.nl"],
    ["a\u200b@x.nl", "a@x.nl"],
    ["anna@x", null],
  ])("%j: the offer is %j", (text, suggestion) => {
    const [entry] = read(text);
    expect(entry?.ok === false ? entry.suggestion : undefined).toBe(suggestion);
  });

  test("any text: what is taken is what the one parser takes, and every piece with an @ is an entry", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."ab.@,;<>\"'\\: \t\r\n＠x\u200bmailto".split("")),
      maxLength: 120,
    });
    fc.assert(
      fc.property(text, (typed) => {
        const { entries } = readAddressList(typed);
        for (const entry of entries) {
          if (entry.ok) expect(parseAddress(entry.email)).toMatchObject({ ok: true, key: entry.key });
        }
        // Under a heading such as "mail" only that column counts, and the heading itself is not an entry.
        if (findMailColumn(typed) !== null) return;
        const hasWords = /[^\s,;\u00a0]/.test(typed);
        expect(entries.length > 0).toBe(hasWords);
      }),
      { numRuns: repeatsOf(20_000) },
    );
  });

  test("lists of good addresses in any mixture of forms: each once, in order, with its line", () => {
    const address = fc
      .tuple(
        fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/),
        fc.constantFrom("x.nl", "bouw.example", "sub.domain.example"),
      )
      .map(([local, domain]) => `${local}@${domain}`);
    const form = fc.constantFrom(
      (email: string) => email,
      (email: string) => `Ria de Vries <${email}>`,
      (email: string) => `"Vries, Ria de" <${email}>`,
      (email: string) => `mailto:${email}`,
      (email: string) => `  "${email}"  `,
    );
    const line = fc.array(fc.tuple(address, form), { minLength: 1, maxLength: 4 });
    const list = fc.tuple(fc.array(line, { minLength: 50, maxLength: 50 }), fc.constantFrom(", ", ";", "\t"));
    fc.assert(
      fc.property(list, ([lines, separator]) => {
        const text = lines
          .map((items) => items.map(([email, wrap]) => wrap(email)).join(separator))
          .join("\r\n");
        const expected = lines.flatMap((items, at) =>
          items.map(([email]) => ({ ok: true, email, line: at + 1 })),
        );
        const { entries } = readAddressList(text);
        expect(entries).toHaveLength(expected.length);
        expect(entries).toMatchObject(expected);
      }),
      { numRuns: repeatsOf(1_000) },
    );
  });
});

describe("long ones", () => {
  test("more than 10,000 addresses are said to be too many", () => {
    expect(readAddressList("a@x.nl\n".repeat(10_000))).toMatchObject({ isTooLong: false, lines: 10_000 });
    expect(readAddressList("a@x.nl\n".repeat(10_001)).isTooLong).toBe(true);
    expect(readAddressList("a;".repeat(200_000)).isTooLong).toBe(true);
  });

  test.each([
    ["one letter", "a"],
    ["separators", ","],
    ["quotes", '"'],
    ["quotes and separators", '",'],
    ["opening quotes in many lines", '"a\n'],
    ["signs", "@"],
    ["angle brackets", "<"],
    ["names", "Smit, "],
    ["spaces", " "],
    ["addresses between spaces", "a@b.nl "],
  ])("the work grows with the length, not faster: %s", (_name, unit) => {
    // Processor time, which others on the machine hardly change.
    const costMs = (units: number): number => {
      const text = unit.repeat(units);
      const runs = [0, 1, 2].map(() => {
        const before = process.cpuUsage();
        readAddressList(text);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      });
      return Math.min(...runs);
    };
    const units = Math.floor(300_000 / unit.length);
    costMs(units);
    // Quadratic work would be 64 times as much; 24 leaves room for caches and the collection of garbage.
    expect(costMs(8 * units)).toBeLessThan(24 * costMs(units) + 20);
  });
});
