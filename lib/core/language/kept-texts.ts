/**
 * Stored sentences, shown in the reader's language. A sentence with its parts (`say`) is translated exactly. English text without parts is
 * recognised and then translated: a service's sentences on the wire, and rows from before sentences had parts (stored-sentence.ts). Text
 * that is not recognised is shown unchanged.
 */
import { toTemplate, valuesIn, type Template } from "./sentence-template.ts";
import {
  catalogueOf,
  currentLanguage,
  forReader,
  inEnglish,
  t,
  type Language,
  type Said,
  type TextValues,
} from "../texts.ts";

/** Sentences that begin with this many letters before a place are found by these letters; the others are tried one by one. */
const PREFIX = 6;
/** Limits of the search, larger than any sentence of Portico; longer texts of a service or file are not searched further. */
const LENGTH_MAX = 2_000;
const DEPTH_MAX = 8;
const SENTENCES_MAX = 40;

declare const KEPT: unique symbol;
/** A sentence, or a part of one, that can be shown in every language. Code that requires this type accepts only marked texts. */
export type KeptText = string & { readonly [KEPT]: true };

/** A stored sentence: with its parts, or English text without parts. */
export type Sentence = Said | string;

/** Places for words of a person or a file, which may equal one of our words: a door may be called "Reading". */
const VERBATIM: ReadonlySet<string> = new Set([
  ...["email", "fileName", "globalId", "host", "ifcClass", "name", "names", "note", "path", "schema", "text"],
  ...["title", "typed", "url"],
]);

/**
 * A sentence in English, whoever acts, for text that leaves the process or thread: to a program, or from a worker thread. Elsewhere use
 * `say`, which keeps the parts. `text` must be a literal, so that the catalogue finds it; no plurals, which could not be recognised.
 */
export function kept(text: string, values: TextValues = {}): KeptText {
  return inEnglish({ text, values }) as KeptText;
}

/** A stored sentence in the current language. */
export function told(sentence: Sentence): string {
  const language = currentLanguage();
  if (language === "en") return forReader(inEnglish(sentence));
  const sentences = { left: SENTENCES_MAX };
  return forReader(
    typeof sentence === "string"
      ? toldIn(language, sentence, 1, sentences)
      : toldParts(language, sentence, sentences),
  );
}

/** Translates each part exactly; only English without parts, such as a service's words, is searched in the catalogue. */
function toldParts(language: Language, { text, values }: Said, sentences: { left: number }): string {
  const filled = Object.entries(values).map(([name, value]) => {
    if (typeof value === "object") return [name, toldParts(language, value, sentences)];
    const isEnglish = typeof value === "string" && !VERBATIM.has(name);
    return [name, isEnglish ? toldIn(language, value, 2, sentences) : value];
  });
  return t(text, Object.fromEntries(filled) as TextValues);
}

function toldIn(language: Language, written: string, depth: number, sentences: { left: number }): string {
  const catalogue = catalogueOf(language);
  // The text comes from outside and may be "constructor".
  if (Object.hasOwn(catalogue, written)) return catalogue[written] ?? written;
  if (written.length > LENGTH_MAX || depth > DEPTH_MAX || sentences.left === 0) return written;
  const found = recognise(language, written);
  if (found === null) return toldOfField(language, written, depth, sentences);
  sentences.left -= 1;
  const values = found.values.map(([name, value]) => [
    name,
    VERBATIM.has(name) ? value : toldIn(language, value, depth + 1, sentences),
  ]);
  return t(found.text, Object.fromEntries(values) as TextValues);
}

/** A service's sentence about a field follows the field's name: "email: Enter a valid email address." */
function toldOfField(
  language: Language,
  written: string,
  depth: number,
  sentences: { left: number },
): string {
  const end = written.indexOf(": ");
  if (end < 1 || !/^[a-z_]+$/.test(written.slice(0, end))) return written;
  return `${written.slice(0, end)}: ${toldIn(language, written.slice(end + 2), depth + 1, sentences)}`;
}

function recognise(language: Language, written: string): { text: string; values: [string, string][] } | null {
  const templates = templatesOf(language);
  for (const template of templates.get(written.slice(0, PREFIX)) ?? templates.get("") ?? []) {
    const values = valuesIn(template, written);
    if (values?.every(isPossible) === true) return { text: template.text, values };
  }
  return null;
}

const NUMBERS: ReadonlySet<string> = new Set(["count", "line", "record", "row"]);

/** A place for a number cannot hold part of a sentence: a reason that ends in "elements" does not match "{when}: {count} elements". */
function isPossible([name, value]: [string, string]): boolean {
  return !NUMBERS.has(name) || !/[:;]/.test(value);
}

const indexes = new Map<Language, Map<string, Template[]>>();

/**
 * Templates by their first letters, each list including those that begin with a place (""). The longest template comes first, because it is
 * the most specific: "{what}; the record was skipped" before "the file {fileName}".
 */
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
    const anywhere = index.get("") ?? [];
    for (const [start, near] of index)
      index.set(
        start,
        [...near, ...(start === "" ? [] : anywhere)].sort((one, other) => other.weight - one.weight),
      );
    indexes.set(language, index);
  }
  return index;
}
