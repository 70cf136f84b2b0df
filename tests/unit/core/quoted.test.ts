/** Sentences of others inside quotation marks. */
import { expect, test } from "vitest";
import { quoted } from "#lib/core/language/quoted.ts";
import { LANGUAGES, sayIn, type Language } from "#lib/core/texts.ts";
import { knowGerman } from "#tests/support/in-german.ts";

knowGerman();

const SENTENCES: Record<Language, readonly (readonly [string, string])[]> = {
  en: [
    ["The file is empty.", "“The file is empty.”"],
    ["A fault (“no memory”) in “a.ifc”.", "“A fault (‘no memory’) in ‘a.ifc’.”"],
  ],
  de: [
    ["Die Datei ist leer.", "„Die Datei ist leer.“"],
    ["Ein Fehler („kein Speicher“) in „a.ifc“.", "„Ein Fehler (‚kein Speicher‘) in ‚a.ifc‘.“"],
    // A service's own words keep their marks.
    ["The file “a.ifc” is empty.", "„The file “a.ifc” is empty.“"],
  ],
};

test.each(LANGUAGES)("quotation marks inside quotation marks are single ones: %s", (language) => {
  for (const [sentence, expected] of SENTENCES[language])
    expect(sayIn(language, () => quoted(sentence))).toBe(expected);
});
