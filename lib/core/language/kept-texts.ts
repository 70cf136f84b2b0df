/**
 * Sentences that are written down, in the language of whoever reads them. With its parts (`say`) a sentence is told exactly. English text
 * without parts is recognised and told from what is recognised: what a service says over its interface, and rows from before sentences had
 * parts (stored-sentence.ts). What is not recognised is shown as it was written.
 */
import { toTemplate, valuesIn, type Template } from "./sentence-template.ts";
import {
  catalogueOf,
  currentLanguage,
  inEnglish,
  t,
  type Language,
  type Said,
  type TextValues,
} from "../texts.ts";

/** Sentences that begin with as many letters of their own are found by them; the others are tried one by one. */
const PREFIX = 6;
/** Bounds of the search, larger than any sentence of Portico's: what a service or a file says is searched no further. */
const LENGTH_MAX = 2_000;
const DEPTH_MAX = 8;
const SENTENCES_MAX = 40;

declare const KEPT: unique symbol;
/** A sentence, or a part of one, that can be told in every language: what asks for it takes no text that nobody marked. */
export type KeptText = string & { readonly [KEPT]: true };

/** What is written down: a sentence with its parts, or English text that has none. */
export type Sentence = Said | string;

/** Places that hold the words of a person or a file, which may well be a word of ours: a door is called "Reading". */
const VERBATIM: ReadonlySet<string> = new Set([
  ...["email", "fileName", "globalId", "host", "ifcClass", "name", "names", "note", "path", "schema", "text"],
  ...["title", "typed", "url"],
]);

/**
 * A sentence in English, whoever acts, for what leaves as text: to a program, or out of a thread. What stays here takes `say`, whose parts
 * are not lost. `text` is a literal, so that it is found for the catalogue; no plurals, which could not be recognised.
 */
export function kept(text: string, values: TextValues = {}): KeptText {
  return inEnglish({ text, values }) as KeptText;
}

/** A sentence that was written down, in the language of this moment. */
export function told(sentence: Sentence): string {
  const language = currentLanguage();
  if (language === "en") return inEnglish(sentence);
  const sentences = { left: SENTENCES_MAX };
  return typeof sentence === "string"
    ? toldIn(language, sentence, 1, sentences)
    : toldParts(language, sentence, sentences);
}

/** Each part exactly; only English that came in without parts, such as a service's words, is looked for. */
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
  // A stranger may well say "constructor".
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

/** What a service says about a field of an input stands behind the field's name: "email: Enter a valid email address." */
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

/** A number is no half of a sentence: "{when}: {count} elements" is not what a reason says that ends in "elements". */
function isPossible([name, value]: [string, string]): boolean {
  return !NUMBERS.has(name) || !/[:;]/.test(value);
}

const indexes = new Map<Language, Map<string, Template[]>>();

/**
 * By their first letters, each with all that begin with a place (""), the longest first: it says most about the sentence. "{what}; the record
 * was skipped" goes before "the file {fileName}".
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
