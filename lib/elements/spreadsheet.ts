/*
 * What a spreadsheet can hold of a value: files for spreadsheets are written within these limits, and forecasts use them to say what a
 * spreadsheet would lose.
 */
import { decimalOf } from "./query/decimal.ts";

/** Characters that a cell may hold (Excel's limit, UTF-16 code units). */
export const CELL_CHARACTERS_MAX = 32_767;
/** The most rows and columns of a worksheet. */
export const SHEET_ROWS_MAX = 1_048_576;
export const SHEET_COLUMNS_MAX = 16_384;
/** The digits of a whole number that Excel shows and keeps. */
export const DIGITS_SHOWN = 15;

/**
 * True for numbers that a spreadsheet holds exactly: whole numbers of up to 15 digits, and others that a double holds to the last digit.
 * All others (identifiers of twenty digits, 1e400) would lose digits, so they become texts.
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
