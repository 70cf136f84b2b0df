/** A sentence in its two columns: English text for SQL, parts for every language; and rows from before sentences had parts. */
import { beforeEach, expect, test } from "vitest";
import { kept, told, type Sentence } from "#lib/core/language/kept-texts.ts";
import { isSentence, recall, toldOf } from "#lib/core/language/stored-sentence.ts";
import { inEnglish, say } from "#lib/core/texts.ts";
import { Prisma } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { useGerman } from "#tests/support/in-german.ts";

const GERMAN = {
  "{name} closed it.": "{name} hat es geschlossen.",
  "{cause} Nothing was sent.": "{cause} Nichts wurde gesendet.",
  "{count, plural, one {# door was} other {# doors were}} read.":
    "{count, plural, one {# Tür wurde} other {# Türen wurden}} gelesen.",
  "No answer came: {words}.": "Es kam keine Antwort: {words}.",
  "Not found.": "Nicht gefunden.",
  nobody: "niemand",
};

const speak = useGerman(GERMAN);
beforeEach(() => speak("en"));

type Row = { cause: string | null; causeSaid: unknown };

/** As the database gives it back. */
const rowOf = (sentence: Sentence | null): Row => {
  const columns = stored("cause", sentence);
  return {
    cause: columns.cause,
    causeSaid: columns.causeSaid === Prisma.DbNull ? null : structuredClone(columns.causeSaid),
  };
};

function inGerman(row: Row): string | null {
  speak("de");
  const shown = toldOf(row, "cause");
  speak("en");
  return shown;
}

test("a plural is stored, and told in the reader's language", () => {
  const text = "{count, plural, one {# door was} other {# doors were}} read.";
  expect(rowOf(say(text, { count: 2_000 })).cause).toBe("2\u2009000 doors were read.");
  expect(inGerman(rowOf(say(text, { count: 1 })))).toBe("1 Tür wurde gelesen.");
  expect(inGerman(rowOf(say(text, { count: 2_000 })))).toBe("2\u2009000 Türen wurden gelesen.");
});

test("a sentence within a sentence keeps its parts, also one that was read from a row", () => {
  const inner = rowOf(say("{name} closed it.", { name: "Sanne" }));
  const outer = rowOf(say("{cause} Nothing was sent.", { cause: recall(inner, "cause") ?? "" }));
  expect(outer.cause).toBe("Sanne closed it. Nothing was sent.");
  expect(outer.causeSaid).toMatchObject({ values: { cause: { values: { name: "Sanne" } } } });
  expect(inGerman(outer)).toBe("Sanne hat es geschlossen. Nichts wurde gesendet.");
});

test.for([
  "{name}",
  "{count, plural, other {#}}",
  "<b>bold</b>",
  "'{'",
  "{",
  "nobody",
  "%s",
  "$&",
  ". Nothing was sent.",
  ...["a closed it.", "constructor", "__proto__", "\n", "x closed it. y closed it."],
])("a person called %j is called so in every language", (name) => {
  const row = rowOf(say("{name} closed it.", { name }));
  expect(row.cause).toBe(`${name} closed it.`);
  expect(inGerman(row)).toBe(`${name} hat es geschlossen.`);
});

test("half a surrogate pair is replaced, which JSON would not take", () => {
  const row = rowOf(say("{name} closed it.", { name: "a\ud800" }));
  expect(row.cause).toBe("a\ufffd closed it.");
  expect(inGerman(row)).toBe("a\ufffd hat es geschlossen.");
});

test("what a service says is no template, and is known where the interface has it", () => {
  const strange = say("No answer came: {words}.", { words: "{count, plural, other {#}} Niet gevonden" });
  expect(inGerman(rowOf(strange))).toBe("Es kam keine Antwort: {count, plural, other {#}} Niet gevonden.");
  expect(inGerman(rowOf(say("No answer came: {words}.", { words: "Not found." })))).toBe(
    "Es kam keine Antwort: Nicht gefunden..",
  );
});

test("a row without parts is recognised by its text", () => {
  const written = kept("{cause} Nothing was sent.", { cause: kept("{name} closed it.", { name: "Sanne" }) });
  const old = { cause: written, causeSaid: null };
  expect(recall(old, "cause")).toBe(written);
  expect(inGerman(old)).toBe("Sanne hat es geschlossen. Nichts wurde gesendet.");
  expect(rowOf(written)).toEqual(old);
  expect(inGerman({ cause: "An older version wrote this.", causeSaid: null })).toBe(
    "An older version wrote this.",
  );
});

test("a sentence without values is all in its text", () => {
  expect(rowOf(say("Not found."))).toEqual({ cause: "Not found.", causeSaid: null });
  expect(inGerman(rowOf(say("Not found.")))).toBe("Nicht gefunden.");
});

test("no sentence is no sentence", () => {
  expect(rowOf(null)).toEqual({ cause: null, causeSaid: null });
  expect(inGerman(rowOf(null))).toBeNull();
});

test("parts of another text, or that are none, do not count", () => {
  const { causeSaid } = rowOf(say("{name} closed it.", { name: "Sanne" }));
  expect(inGerman({ cause: "Pieter closed it.", causeSaid })).toBe("Pieter hat es geschlossen.");
  const deep = (depth: number): unknown =>
    depth === 0 ? "x" : { text: "{cause}", values: { cause: deep(depth - 1) } };
  const broken = [
    ...[1, "Pieter closed it.", [], {}, { text: "Pieter closed it." }, { text: 1, values: {} }, deep(50)],
    { text: "{name", values: { name: "Pieter" } },
    { text: "{name} closed it.", values: { name: null } },
    { text: "{name} closed it.", values: {} },
    { text: "{name} closed it.", values: ["Pieter"] },
  ];
  for (const parts of broken)
    expect(inGerman({ cause: "Pieter closed it.", causeSaid: parts })).toBe("Pieter hat es geschlossen.");
});

test("its text is the same English for everybody", () => {
  speak("de");
  const sentence = say("{cause} Nothing was sent.", { cause: say("{name} closed it.", { name: "nobody" }) });
  expect(rowOf(sentence).cause).toBe("nobody closed it. Nothing was sent.");
  expect(told(sentence)).toBe("nobody hat es geschlossen. Nichts wurde gesendet.");
  speak("en");
  expect(told(sentence)).toBe(inEnglish(sentence));
});

test("which sentence it is, is known by its parts, and of an old one by its text", () => {
  const closed = ["{name} closed it."];
  expect(isSentence(say("{name} closed it.", { name: "Sanne" }), closed)).toBe(true);
  expect(isSentence(say("{name} saw that x closed it.", { name: "Sanne" }), closed)).toBe(false);
  expect(isSentence("Sanne closed it.", closed)).toBe(true);
  expect(isSentence("Not found.", closed)).toBe(false);
  expect(isSentence("Not found.", ["Not found."])).toBe(true);
});
