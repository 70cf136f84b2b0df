/**
 * Every sentence that the code stores is recognised by its English text and told in full: it is never mistaken for another sentence, and no
 * value is lost. This includes sentences that are stored in parts today, because rows of earlier versions have only the text. Sentences
 * with a plural were never stored as text.
 */
import { expect, test } from "vitest";
import { kept, told } from "#lib/core/language/kept-texts.ts";
import { setTextSource, t, type Language } from "#lib/core/texts.ts";
import { findTexts } from "../../support/catalogue.ts";
import { GERMAN } from "../../support/in-german.ts";

const CHOICE = /\{\w+, (?:plural|select),/;
const sentences = [
  ...new Set(
    findTexts()
      .texts.filter(
        ({ mark, text }) => ["kept", "say", "wire"].includes(mark) && text in GERMAN && !CHOICE.test(text),
      )
      .map(({ text }) => text),
  ),
];

/** Two sentences that differ only in the names of their placeholders are the same once written. */
const shapeOf = (text: string): string => text.replaceAll(/\{\w+\}/g, "{}");

const byShape = Map.groupBy(sentences, shapeOf);

function valuesFor(text: string): Record<string, string> {
  const names = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
  return Object.fromEntries([...names].map((name, at) => [name, `x${String(at)}.7 (y)`]));
}

test.for(sentences)("%s", (text) => {
  let language: Language = "en";
  setTextSource({ language: () => language, catalogue: () => GERMAN, scriptOf: () => null });
  const written = kept(text, valuesFor(text));
  language = "de";
  const same = byShape.get(shapeOf(text)) ?? [];
  expect(same.map((other) => t(other, valuesFor(other)))).toContain(told(written));
});
