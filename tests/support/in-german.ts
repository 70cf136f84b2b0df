/** A test, or a part of one, as a German reader has it: with the real catalogue; and what is left of English in a sentence. */
import { beforeEach, onTestFinished } from "vitest";
import { setTextSource, type Language } from "#lib/core/texts.ts";
import { findTexts, readCatalogueFiles } from "./catalogue.ts";

export const GERMAN = Object.assign({}, ...readCatalogueFiles("de").values()) as Record<string, string>;

/** The language of every test of the file: German, until the returned function says otherwise. */
export function useGerman(): (language: Language) => void {
  let language: Language = "en";
  beforeEach(() => {
    language = "de";
    setTextSource({
      language: () => language,
      catalogue: (wanted) => (wanted === "de" ? GERMAN : {}),
      scriptOf: () => null,
    });
    onTestFinished(() => {
      language = "en";
    });
  });
  return (next) => {
    language = next;
  };
}

let asked: Language = "en";

/** The German catalogue is there, as in the product; requests are in English. Before the first text is made: messages are kept. */
export function knowGerman(): void {
  setTextSource({
    language: () => asked,
    catalogue: (wanted) => (wanted === "de" ? GERMAN : {}),
    scriptOf: () => null,
  });
}

/** What `act` does while every request is a German reader's. */
export async function inGerman(act: () => Promise<void>): Promise<void> {
  knowGerman();
  asked = "de";
  try {
    await act();
  } finally {
    asked = "en";
  }
}

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
/** Words that kept sentences have in English only. */
const englishWords = vocabularyOf(
  findTexts()
    .texts.filter(({ mark }) => mark === "kept" || mark === "say")
    .map(({ text }) => text),
);
for (const word of germanWords) englishWords.delete(word);

/** The English words of a German sentence, what it quotes left aside. */
export function englishIn(sentence: string): string[] {
  const words = sentence.replaceAll(QUOTED, " ").toLowerCase().match(WORD) ?? [];
  return words.filter((word) => englishWords.has(word));
}

/** The text of a mail without its addresses, which have words of no language. */
export function wordsOf(text: string): string {
  return text.replaceAll(/\S+@\S+|https?:\S+/g, "");
}
