/*
 * How the values of a column are told apart, folded for the search and put in order. The order of kinds is part of the index files:
 * raise INDEX_FORMAT when it changes. It works on single values; the bytes are walked by `index-writer.ts`.
 */
import * as cells from "../cell-kinds.ts";
import type { CellKind } from "../cell-kinds.ts";
import { decimalOf } from "./decimal.ts";

/** Kinds in the order in which a column sorts them; EMPTY and NONE come last whatever the direction. */
export const KINDS = {
  NUMBER: 0,
  FALSE: 1,
  TRUE: 2,
  TEXT: 3,
  LIST: 4,
  OBJECT: 5,
  EMPTY: 6,
  NONE: 7,
} as const;

export type ValueKind = (typeof KINDS)[keyof typeof KINDS];

/** Kind of a stored cell (cell-kinds.ts) → kind in order. */
export const KIND_OF_CELL: Readonly<Record<CellKind, ValueKind>> = {
  [cells.NULL]: KINDS.NONE,
  [cells.TEXT]: KINDS.TEXT,
  [cells.NUMBER]: KINDS.NUMBER,
  [cells.TRUE]: KINDS.TRUE,
  [cells.FALSE]: KINDS.FALSE,
  [cells.LIST]: KINDS.LIST,
  [cells.OBJECT]: KINDS.OBJECT,
  [cells.EMPTY]: KINDS.EMPTY,
};

const PLAIN = /^[ -@[-~]*$/;

/** A text without the difference of upper and lower case, and of how accents are put together. */
export function foldText(text: string): string {
  return PLAIN.test(text) ? text : text.normalize("NFC").toLowerCase();
}

/** Characters of a text that its order looks at before the whole text decides. */
const KEY_LENGTH_MAX = 200;

/**
 * What texts are sorted by: compared by code points, runs of digits stand in the order of their numbers (W-2 before W-10, 7 beside 007).
 * @param folded of `foldText`
 */
export function naturalKey(folded: string): string {
  const start = folded.length > KEY_LENGTH_MAX ? folded.slice(0, KEY_LENGTH_MAX).toWellFormed() : folded;
  return start.replaceAll(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, "");
    return `0${String.fromCodePoint(0x100 + digits.length)}${digits}`;
  });
}

/** A value as the index keeps it; null stands for "the same as `fold`". */
export type KeptValue = {
  kind: ValueKind;
  /** Numbers only, as a double. */
  num: number | null;
  /** Numbers: their value without superfluous zeros. Texts: their natural key. */
  key: string | null;
  /** What the search looks at. */
  fold: string;
  /** The value as written. */
  text: string | null;
};

/** Makes the kept form of a value; `text` is what the snapshot stores for it. */
export function keptValue(kind: ValueKind, text: string): KeptValue {
  switch (kind) {
    case KINDS.FALSE:
      return { kind, num: null, key: null, fold: "false", text: null };
    case KINDS.TRUE:
      return { kind, num: null, key: null, fold: "true", text: null };
    case KINDS.EMPTY:
    case KINDS.NONE:
      return { kind, num: null, key: null, fold: "", text: null };
    case KINDS.NUMBER: {
      const fold = foldText(text);
      return { kind, num: Number(text), key: unless(decimalOf(text), fold), fold, text: unless(text, fold) };
    }
    default: {
      const fold = foldText(text);
      const key = kind === KINDS.TEXT ? naturalKey(fold) : fold;
      return { kind, num: null, key: unless(key, fold), fold, text: unless(text, fold) };
    }
  }
}

/**
 * True for a number that DuckDB writes as the answer does (but for ".0" behind whole numbers): the index takes it without its text, since
 * measures are most of the different values of a table.
 */
export function isPlainNumber(text: string, num: number): boolean {
  const size = Math.abs(num);
  return size >= 1e-4 && size < 1e15 && String(num) === text;
}

function unless(text: string | null, fold: string): string | null {
  return text === fold ? null : text;
}
