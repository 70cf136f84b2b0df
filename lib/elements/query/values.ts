/*
 * How the values of a column are distinguished, folded for the search, and sorted. The order of kinds is part of the index files: raise
 * INDEX_FORMAT when it changes. This file works on single values; `index-writer.ts` walks the bytes.
 */
import * as cells from "../cell-kinds.ts";
import type { CellKind } from "../cell-kinds.ts";
import { decimalOf } from "./decimal.ts";

/** Kinds in the order in which a column sorts them; EMPTY and NONE come last in both directions. */
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

/** A text without differences of case and of how accents are composed. */
export function foldText(text: string): string {
  return PLAIN.test(text) ? text : text.normalize("NFC").toLowerCase();
}

/** The order compares this many characters of a text before the whole text decides. */
const KEY_LENGTH_MAX = 200;

/**
 * The sort key of a text: compared by code points, runs of digits sort as numbers (W-2 before W-10, 7 beside 007).
 * @param folded of `foldText`
 */
export function naturalKey(folded: string): string {
  const start = folded.length > KEY_LENGTH_MAX ? folded.slice(0, KEY_LENGTH_MAX).toWellFormed() : folded;
  return start.replaceAll(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, "");
    return `0${String.fromCodePoint(0x100 + digits.length)}${digits}`;
  });
}

/** A value as the index stores it; null means "the same as `fold`". */
export type KeptValue = {
  kind: ValueKind;
  /** Numbers only, as a double. */
  num: number | null;
  /** Numbers: their value without superfluous zeros. Texts: their natural key. */
  key: string | null;
  /** The folded text, which is searched. */
  fold: string;
  /** The value as written. */
  text: string | null;
  /** Whether a number has more digits than a double can hold. */
  isRounded: boolean;
};

const NOTHING = { num: null, key: null, fold: "", text: null, isRounded: false };

/** Numbers with more significant digits count as rounded in a double. */
const DIGITS_MAX = 17;

function isRounded(text: string, num: number): boolean {
  if (text.length <= DIGITS_MAX || !Number.isFinite(num)) return false;
  const digits = text.replace(/e.*/is, "").replaceAll(/[-.]/g, "");
  return digits.replaceAll(/^0+|(?<!0)0+$/g, "").length > DIGITS_MAX;
}

/** Makes the stored form of a value; `text` is the value's text in the snapshot. */
export function keptValue(kind: ValueKind, text: string): KeptValue {
  switch (kind) {
    case KINDS.FALSE:
      return { ...NOTHING, kind, fold: "false" };
    case KINDS.TRUE:
      return { ...NOTHING, kind, fold: "true" };
    case KINDS.EMPTY:
    case KINDS.NONE:
      return { ...NOTHING, kind };
    case KINDS.NUMBER: {
      const fold = foldText(text);
      const num = Number(text);
      return {
        kind,
        num,
        fold,
        key: unless(decimalOf(text), fold),
        text: unless(text, fold),
        isRounded: isRounded(text, num),
      };
    }
    default: {
      const fold = foldText(text);
      const key = kind === KINDS.TEXT ? naturalKey(fold) : fold;
      return { ...NOTHING, kind, key: unless(key, fold), fold, text: unless(text, fold) };
    }
  }
}

const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39];
/** Numbers of up to this many digits and their doubles correspond one to one. */
const SAFE_DIGITS = 15;
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${String(power)}`));

/**
 * The value of a stored number that DuckDB writes the same as the answer (except for ".0" after whole numbers), so that the index need not
 * store its text: measures are most of the distinct values of a table. NaN for all other numbers.
 */
export function plainNumber(bytes: Buffer, from: number, to: number): number {
  const first = bytes[from] === MINUS ? from + 1 : from;
  let [digits, point, whole] = [0, -1, 0];
  for (let at = first; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === POINT && point < 0) point = at;
    else if (byte < ZERO || byte > NINE) return Number.NaN;
    else {
      whole = whole * 10 + (byte - ZERO);
      if (whole > 0) digits++;
    }
  }
  const isLong = bytes[first] === ZERO && to - first > 1 && point !== first + 1;
  if (digits === 0 || isLong || (point >= 0 && bytes[to - 1] === ZERO)) return Number.NaN;
  const places = point < 0 ? 0 : to - 1 - point;
  if (digits > SAFE_DIGITS || places >= POWERS.length) return plainText(bytes.toString("latin1", from, to));
  // Both operands are exact, so the quotient is the double nearest to the number, the same as parsing its text.
  const size = whole / (POWERS[places] ?? 1);
  if (size < SIZE_MIN || size >= SIZE_MAX) return Number.NaN;
  return first === from ? size : -size;
}

/** Outside these bounds DuckDB and JavaScript write powers of ten, each in a different form. */
const [SIZE_MIN, SIZE_MAX] = [1e-4, 1e15];

function plainText(text: string): number {
  const num = Number(text);
  const size = Math.abs(num);
  return size >= SIZE_MIN && size < SIZE_MAX && String(num) === text ? num : Number.NaN;
}

function unless(text: string | null, fold: string): string | null {
  return text === fold ? null : text;
}
