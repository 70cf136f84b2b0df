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

declare const KEPT: unique symbol;
/** A sentence, or a part of one, that can be told in every language: what asks for it takes no text that nobody marked. */
export type KeptText = string & { readonly [KEPT]: true };

/** Places that hold the words of a person or a file, which may well be a word of ours: a door is called "Reading". */
const VERBATIM: ReadonlySet<string> = new Set([
  ...["email", "fileName", "globalId", "host", "ifcClass", "name", "names", "note", "path", "schema", "text"],
  ...["title", "typed", "url"],
]);

/** A sentence to be written down: in English, whoever acts. `text` is a literal, so that it is found for the catalogue; no plurals. */
export function kept(text: string, values: TextValues = {}): KeptText {
  return inEnglish({ text, values }) as KeptText;
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
