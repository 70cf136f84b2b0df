/** Finds English left in a German sentence. Apart from `in-german.ts`, because it parses the whole source for its words. */
import { findTexts } from "./catalogue.ts";
import { GERMAN } from "./in-german.ts";

const WORD = /[a-z]{3,}/gi;
const QUOTED = /„[^“]*“|“[^”]*”|"[^"]*"/g;
const vocabularyOf = (texts: Iterable<string>): Set<string> =>
  new Set(
    [...texts].flatMap(
      (text) =>
        text
          .replaceAll(/\{[^}]*\}/g, " ")
          .toLowerCase()
          .match(WORD) ?? [],
    ),
  );

const germanWords = vocabularyOf(Object.values(GERMAN));
/** Words that occur only in the English versions of stored sentences. */
const englishWords = vocabularyOf(
  findTexts(undefined, ["kept", "say", "wire"]).texts.map(({ text }) => text),
);
for (const word of germanWords) englishWords.delete(word);

/** The English words in a German sentence, except in quotations. */
export function englishIn(sentence: string): string[] {
  const words = sentence.replaceAll(QUOTED, " ").toLowerCase().match(WORD) ?? [];
  return words.filter((word) => englishWords.has(word));
}
