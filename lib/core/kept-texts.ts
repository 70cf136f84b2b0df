/**
 * Sentences that are written down: causes, evidence, reasons. They are kept in English, so that a record reads the same for everybody and
 * whoever wrote it; shown, they are recognised and told in the reader's language. One that is not recognised is shown as it was written.
 */
import { toTemplate, valuesIn, type Template } from "./sentence-template.ts";
import { catalogueOf, currentLanguage, inEnglish, t, type Language, type TextValues } from "./texts.ts";

/** Sentences that begin with as many letters of their own are found by them; the others are tried one by one. */
const PREFIX = 6;
/** Bounds of the search, larger than any sentence of Portico's: what a service or a file says is searched no further. */
const LENGTH_MAX = 2_000;
const DEPTH_MAX = 8;
const SENTENCES_MAX = 40;

/** A sentence to be written down: in English, whoever acts. `text` is a literal, so that it is found for the catalogue; no plurals. */
export function kept(text: string, values: TextValues = {}): string {
  return inEnglish({ text, values });
}

/** A sentence that was written down, in the language of this moment. */
export function told(written: string): string {
  const language = currentLanguage();
  return language === "en" ? written : toldIn(language, written, 1, { left: SENTENCES_MAX });
}

function toldIn(language: Language, written: string, depth: number, sentences: { left: number }): string {
  const catalogue = catalogueOf(language);
  // A stranger may well say "constructor".
  if (Object.hasOwn(catalogue, written)) return catalogue[written] ?? written;
  if (written.length > LENGTH_MAX || depth > DEPTH_MAX || sentences.left === 0) return written;
  const found = recognise(language, written);
  if (found === null) return written;
  sentences.left -= 1;
  const values = found.values.map(([name, value]) => [name, toldIn(language, value, depth + 1, sentences)]);
  return t(found.text, Object.fromEntries(values) as TextValues);
}

function recognise(language: Language, written: string): { text: string; values: [string, string][] } | null {
  const templates = templatesOf(language);
  const near = templates.get(written.slice(0, PREFIX)) ?? [];
  for (const template of [...near, ...(templates.get("") ?? [])]) {
    const values = valuesIn(template, written);
    if (values !== null) return { text: template.text, values };
  }
  return null;
}

const indexes = new Map<Language, Map<string, Template[]>>();

/** By their first letters, the longest first: it says most about the sentence. */
function templatesOf(language: Language): Map<string, Template[]> {
  let index = indexes.get(language);
  if (index === undefined) {
    index = new Map();
    for (const text of Object.keys(catalogueOf(language))) {
      const template = toTemplate(text);
      if (template === null) continue;
      const start = text.indexOf("{") >= PREFIX ? text.slice(0, PREFIX) : "";
      index.set(start, [...(index.get(start) ?? []), template]);
    }
    for (const templates of index.values()) templates.sort((one, other) => other.weight - one.weight);
    indexes.set(language, index);
  }
  return index;
}
