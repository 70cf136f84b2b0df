/**
 * Sentences in the database: the English text in a column that people search and programs read, and in `<column>Said` the sentence's parts,
 * from which it is shown in every language. Rows without parts, from older versions, are recognised by their text (kept-texts.ts); so are
 * rows whose text was changed later without the parts.
 */
import { told, type Sentence } from "./kept-texts.ts";
import { toTemplate, valuesIn } from "./sentence-template.ts";
import { inEnglish, type Said, type TextValues } from "../texts.ts";

/** A row, or the shown part of one, with a sentence in `N` and its parts. */
export type WithSentence<N extends string> = { readonly [K in N]: string | null } & {
  readonly [K in `${N}Said`]: unknown;
};

/** Deeper than any sentence of Portico is nested. */
const DEPTH_MAX = 12;

/** The sentence of a row, for use as a part of another sentence. */
export function recall<N extends string>(row: WithSentence<N>, name: N): Sentence | null {
  const written: string | null = row[name];
  if (written === null) return null;
  const said = readSaid(row[`${name}Said` as const], 1);
  return said !== null && isOf(said, written) ? said : written;
}

/** The sentence of a row in the current language. */
export function toldOf<N extends string>(row: WithSentence<N>, name: N): string | null {
  const sentence = recall(row, name);
  return sentence === null ? null : told(sentence);
}

/** Joins sentences into one that adds no words. */
export function inTurn(sentences: readonly Sentence[]): Sentence {
  const [first = ""] = sentences;
  if (sentences.length <= 1) return first;
  const named = sentences.map((sentence, at) => [`part${String(at)}`, sentence] as const);
  return { text: named.map(([name]) => `{${name}}`).join(" "), values: Object.fromEntries(named) };
}

/** Whether it is one of these sentences, with any values; a sentence without parts is compared by its text. */
export function isSentence(sentence: Sentence, texts: readonly string[]): boolean {
  if (typeof sentence !== "string") return texts.includes(sentence.text);
  return texts.some((text) => text === sentence || isWrittenSo(text, sentence));
}

function isWrittenSo(text: string, sentence: string): boolean {
  const template = toTemplate(text);
  return template !== null && valuesIn(template, sentence) !== null;
}

/** Whether the parts produce the stored text. Parts that cannot be assembled never do. */
function isOf(said: Said, written: string): boolean {
  try {
    return inEnglish(said) === written;
  } catch {
    return false;
  }
}

function readSaid(parts: unknown, depth: number): Said | null {
  if (!isObject(parts) || depth > DEPTH_MAX) return null;
  const { text, values } = parts;
  if (typeof text !== "string" || !isObject(values)) return null;
  const read: [string, TextValues[string]][] = [];
  for (const [name, value] of Object.entries(values)) {
    const one = typeof value === "string" || typeof value === "number" ? value : readSaid(value, depth + 1);
    if (one === null) return null;
    read.push([name, one]);
  }
  return { text, values: Object.fromEntries(read) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
