/** Runs a test, or a part of one, as a German reader: with the real catalogue. */
import { beforeEach, onTestFinished } from "vitest";
import { classKey, setTextSource, type Language } from "#lib/core/texts.ts";
import germanNouns from "#lib/features/elements/class-nouns.de.json" with { type: "json" };
import { readCatalogueFiles } from "./catalogue-files.ts";

const NOUNS = Object.fromEntries(Object.entries(germanNouns).map(([name, noun]) => [classKey(name), noun]));

export const GERMAN = Object.assign({}, NOUNS, ...readCatalogueFiles("de").values()) as Record<
  string,
  string
>;

/** The language of every test of the file: German, until the returned function changes it. */
export function useGerman(texts: Record<string, string> = GERMAN): (language: Language) => void {
  let language: Language = "en";
  beforeEach(() => {
    language = "de";
    setTextSource({
      language: () => language,
      catalogue: (wanted) => (wanted === "de" ? texts : {}),
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

/** Loads the German catalogue, as in the product; requests are in English. Call it before the first text is made: messages are cached. */
export function knowGerman(): void {
  setTextSource({
    language: () => asked,
    catalogue: (wanted) => (wanted === "de" ? GERMAN : {}),
    scriptOf: () => null,
  });
}

/** Runs `act` while every request is a German reader's. */
export async function inGerman(act: () => Promise<void>): Promise<void> {
  knowGerman();
  asked = "de";
  try {
    await act();
  } finally {
    asked = "en";
  }
}

/** The text of an email without its addresses, whose words belong to no language. */
export function wordsOf(text: string): string {
  return text.replaceAll(/\S+@\S+|https?:\S+/g, "");
}
