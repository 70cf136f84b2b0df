/**
 * Sentences that are written down: causes, evidence, reasons. They are kept in English, so that a record reads the same for everybody and
 * whoever wrote it; shown, they are recognised and told in the reader's language. One that is not recognised is shown as it was written.
 */
import { catalogueOf, currentLanguage, inEnglish, t, type Language, type TextValues } from "./texts.ts";

type Template = { text: string; pattern: RegExp; names: string[]; weight: number };

/** Sentences that begin with as many letters of their own are found by them; the others are tried one by one. */
const PREFIX = 6;
const PLACE = /\{(\w+)\}/g;
/** No sentence of Portico's is longer, and none has more within each other: what a service says is not searched for hours. */
const LENGTH_MAX = 2_000;
const DEPTH_MAX = 8;

/** A sentence to be written down: in English, whoever acts. `text` is a literal, so that it is found for the catalogue; no plurals. */
export function kept(text: string, values: TextValues = {}): string {
  return inEnglish({ text, values });
}

/** A sentence that was written down, in the language of this moment. */
export function told(written: string): string {
  const language = currentLanguage();
  return language === "en" ? written : toldIn(language, written, 1);
}

function toldIn(language: Language, written: string, depth: number): string {
  const known = catalogueOf(language)[written];
  if (known !== undefined) return known;
  if (written.length > LENGTH_MAX || depth > DEPTH_MAX) return written;
  const found = recognise(language, written);
  if (found === null) return written;
  const values = found.values.map(([name, value]) => [name, toldIn(language, value, depth + 1)]);
  return t(found.text, Object.fromEntries(values) as TextValues);
}

function recognise(language: Language, written: string): { text: string; values: [string, string][] } | null {
  const templates = templatesOf(language);
  const near = templates.get(written.slice(0, PREFIX)) ?? [];
  for (const { text, pattern, names } of [...near, ...(templates.get("") ?? [])]) {
    const match = pattern.exec(written);
    if (match !== null) return { text, values: names.map((name, at) => [name, match[at + 1] ?? ""]) };
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

/** Null for what has no place, has a plural, or is nothing but places. */
function toTemplate(text: string): Template | null {
  const names: string[] = [];
  const literal = text.replace(PLACE, (_place, name: string) => {
    names.push(name);
    return "\0";
  });
  const weight = literal.replaceAll("\0", "").trim().length;
  if (names.length === 0 || weight < PREFIX || /[{}<>]/.test(literal)) return null;
  const pattern = literal
    .replace(/[\\^$.*+?()[\]|]/g, String.raw`\$&`)
    .replaceAll("\0", String.raw`([\s\S]+?)`);
  return { text, pattern: new RegExp(`^${pattern}$`), names, weight };
}
