/*
 * What a spreadsheet can hold of a value: the file for it is written by these limits, and what any format would lose in one is told by them.
 */
import { decimalOf } from "./query/decimal.ts";

/** Characters that a cell may hold (Excel's limit, UTF-16 code units). */
export const CELL_CHARACTERS_MAX = 32_767;
/** Rows and columns of a worksheet. */
export const SHEET_ROWS_MAX = 1_048_576;
export const SHEET_COLUMNS_MAX = 16_384;
/** Digits that Excel shows and keeps of a whole number. */
export const DIGITS_SHOWN = 15;

/**
 * True for numbers that a spreadsheet's number is equal to: whole ones of up to 15 digits, and others that a double holds to the last
 * digit. The rest (identifiers of twenty digits, 1e400) would lose digits and become texts.
 */
export function isSheetNumber(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const isShownWhole = significantDigits(text) <= DIGITS_SHOWN;
  if (isShownWhole && Math.abs(value) > 1e-300) return true;
  const decimal = decimalOf(text);
  if (decimal === null || (Number.isInteger(value) && !isShownWhole)) return false;
  return decimalOf(String(value)) === decimal;
}

/** Significant digits of a number in JSON's syntax. */
export function significantDigits(text: string): number {
  const mantissa = text.replace(/[eE].*/s, "").replace(/[-.]/g, "");
  return mantissa.replace(/^0+/, "").replace(/(?<!0)0+$/, "").length;
}
