/**
 * Sentences in the database: the English text in a column that people search and programs read, and beside it, in `<column>Said`, the
 * sentence's parts, by which it is told in every language. Rows without parts, written by a version before them, are recognised by their
 * text (kept-texts.ts); so are those whose text was changed since by somebody who does not know of parts.
 */
import { told, type Sentence } from "./kept-texts.ts";
import { toTemplate, valuesIn } from "./sentence-template.ts";
import { inEnglish, type Said, type TextValues } from "../texts.ts";

/** A row, or what is shown of one, with a sentence in `N` and its parts beside it. */
export type WithSentence<N extends string> = { readonly [K in N]: string | null } & {
  readonly [K in `${N}Said`]: unknown;
};

/** Deeper than any sentence of Portico's is nested. */
const DEPTH_MAX = 12;

/** The sentence of a row, to become a part of another one. */
export function recall<N extends string>(row: WithSentence<N>, name: N): Sentence | null {
  const written: string | null = row[name];
  if (written === null) return null;
  const said = readSaid(row[`${name}Said` as const], 1);
  return said !== null && isOf(said, written) ? said : written;
}

/** The sentence of a row in the language of this moment. */
export function toldOf<N extends string>(row: WithSentence<N>, name: N): string | null {
  const sentence = recall(row, name);
  return sentence === null ? null : told(sentence);
}

/** Sentences one after the other, as one that has no words of its own. */
export function inTurn(sentences: readonly Sentence[]): Sentence {
  const [first = ""] = sentences;
  if (sentences.length <= 1) return first;
  const named = sentences.map((sentence, at) => [`part${String(at)}`, sentence] as const);
  return { text: named.map(([name]) => `{${name}}`).join(" "), values: Object.fromEntries(named) };
}

/** Whether it is one of these sentences, whatever its values are; of one without parts its text says it. */
export function isSentence(sentence: Sentence, texts: readonly string[]): boolean {
  if (typeof sentence !== "string") return texts.includes(sentence.text);
  return texts.some((text) => text === sentence || isWrittenSo(text, sentence));
}

function isWrittenSo(text: string, sentence: string): boolean {
  const template = toTemplate(text);
  return template !== null && valuesIn(template, sentence) !== null;
}

/** Whether these are the parts of what is written. What cannot be put together is the parts of nothing. */
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
