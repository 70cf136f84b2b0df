/**
 * Every text of the code is in every catalogue, and nothing else; each translation has the same placeholders and tags
 * (docs/decisions/0045).
 */
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#lib/core/texts.ts";
import { findTexts, placesOf } from "#tests/support/catalogue.ts";
import { readCatalogueFiles } from "#tests/support/catalogue-files.ts";

/** Of an ICU message, as in `{count, plural, one {# door} other {# doors}}`. */
const PLURAL = /\{\s*(\w+)\s*,\s*plural\s*,/g;

const { texts, unreadable } = findTexts();
const wanted = new Set(texts.map(({ text }) => text));

test("every marked text is a literal, so that it can be found", () => {
  expect(wanted.size).toBeGreaterThan(1000);
  expect(unreadable, "write the text itself in t, say, msg, kept or rich, not a variable").toEqual([]);
});

test("every text that has places or tags is a message", () => {
  const wrong = texts.filter(({ text }) => /[{<]/.test(text) && !isMessage(text));
  expect(wrong, "mend the braces and tags; every plural and select needs an “other”").toEqual([]);
});

test("what is written down has no plural: it could not be recognised again", () => {
  const wrong = texts.filter(
    ({ mark, text }) => ["kept", "wire"].includes(mark) && /,\s*(plural|select)/.test(text),
  );
  expect(wrong, "write kept texts so that they fit any number").toEqual([]);
});

type Entry = { file: string; english: string; told: string };

function expectNone(wrong: readonly Entry[], how: string): void {
  const places = wrong.map(({ file, told }) => `${file}: ${told}`);
  expect(places, how).toEqual([]);
}

describe.each(LANGUAGES.filter((language) => language !== "en"))("%s", (language) => {
  const files = readCatalogueFiles(language);
  const entries = [...files].flatMap(([file, catalogue]) =>
    Object.entries(catalogue).map(([english, told]): Entry => ({ file, english, told })),
  );

  test("has every text, once", () => {
    const there = entries.map(({ english }) => english);
    const missing = [...wanted].filter((text) => !there.includes(text));
    expect(missing, `write them in a file of texts/${language}; npm run texts prints them`).toEqual([]);
    const twice = there.filter((text, at) => there.indexOf(text) !== at);
    expect(twice, `remove one of the two in texts/${language}`).toEqual([]);
  });

  test("has no text that the code has no more", () => {
    const unused = entries.filter(({ english }) => !wanted.has(english));
    expect(unused, `remove them from texts/${language}`).toEqual([]);
  });

  test("says something for each, with the same places and tags", () => {
    const wrong = entries.filter(({ english, told }) => {
      if (told.trim() === "") return true;
      if (!/[{<]/.test(english)) return /[{<]/.test(told) && !/[{<]/.test(english);
      return !isMessage(told) || placesOf(english).join() !== placesOf(told).join();
    });
    expectNone(
      wrong,
      "give the text the {places} and <tags> of the English one; every plural and select needs an “other”",
    );
  });

  test("has a plural for each number for which the English has one: a number alone makes one of “1 doors”", () => {
    const wrong = entries.filter(({ english, told }) => pluralsOf(english) !== pluralsOf(told));
    expectNone(wrong, "write {count, plural, one {…} other {…}} for the same numbers as in English");
  });

  test("begins and ends as the English does: spaces join it to what stands beside", () => {
    const wrong = entries.filter(
      ({ english, told }) =>
        /^\s/.test(english) !== /^\s/.test(told) || /\s$/.test(english) !== /\s$/.test(told),
    );
    expectNone(wrong, "begin and end the text with the spaces of the English one");
  });
});

/** The numbers of a message that have a plural. */
function pluralsOf(message: string): string {
  return [...new Set([...message.matchAll(PLURAL)].map(([, name]) => name))].toSorted().join();
}

function isMessage(text: string): boolean {
  try {
    placesOf(text);
    return true;
  } catch {
    return false;
  }
}
