/** Texts that people read follow the rules of docs/writing.md, as far as a check can test them. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readCatalogueFiles } from "#tests/support/catalogue-files.ts";
import { findWriting } from "./writing.ts";

const texts = [...readCatalogueFiles("de").values()].flatMap((catalogue) => Object.entries(catalogue));

test.each(["en", "de"] as const)(
  "no text of the language %s has a phrase that made readers stumble, or a sentence of more than 20 words",
  (language) => {
    expect(texts.length).toBeGreaterThan(1000);
    const found = texts.flatMap(([en, de]) => findWriting({ en, de }[language], language));
    expect(found, "write them as docs/writing.md says").toEqual([]);
  },
);

test("what docs/writing.md calls a text of today is one", async () => {
  const guide = await readFile("docs/writing.md", "utf8");
  const now = [...guide.matchAll(/^\| \d+ +\|[^|]*\| (.*?) +\|$/gm)].map(([, text = ""]) => text);
  expect(now.length).toBeGreaterThanOrEqual(20);
  const there = new Set(texts.map(([english]) => english));
  expect(now.filter((text) => !there.has(text))).toEqual([]);
});

test.each([
  ["The list goes on if you leave.", "not “goes on”"],
  ["Your account stands.", "not “stands”"],
  ["An email cannot be called back.", "not “called back”"],
  ["A mail cannot be unsent.", "not “mail”"],
  ["Settle it", "not “Settle it”"],
  ["It was not sent.", "not “It”"],
  ["Adopt it if it is the one.", "not “the one”"],
  ["Nothing of it was kept.", "not “Nothing of”"],
  ["What became of 2 invitations", "not “became of”"],
  ["Every rung holds.", "not “rung”"],
  ["Stopped at rung {rung}", "not “rung”"],
  [`Portico ${"very ".repeat(20)}long.`, "at most 20 words a sentence"],
  ["{count, plural, one {# list goes on} other {# lists go on}}", "not “goes on”"],
])("the check finds what is wrong with “%s”", (text, rule) => {
  expect(findWriting(text, "en").map((finding) => finding.rule)).toEqual([expect.stringContaining(rule)]);
});

test.each([
  ["Die Mail ist gesendet.", "not “Mail”"],
  ["{count, plural, one {# Mail} other {# Mails}}", "not “Mail”"],
])("the check finds what is wrong with “%s” in German", (text, rule) => {
  expect(findWriting(text, "de")).toEqual([expect.objectContaining({ rule })]);
});

test("the check leaves German emails and mail servers alone", () => {
  expect(findWriting("E-Mails gehen an den Mailserver, nicht in die Mailbox von {mail}.", "de")).toEqual([]);
});

test.each([
  "Portico doesn’t understand: {parts}.",
  "{count, plural, one {# file} other {# files}} of {rung} {verdict}",
  "Email {email} from the mail server of {mail}.",
  "No answer: {words}. Portico tries again at {when}; you can close this page. Nothing was sent, and nothing is lost by waiting.",
])("the check leaves “%s” alone", (text) => {
  expect(findWriting(text, "en")).toEqual([]);
});
