/*
 * How one value becomes a cell of a worksheet (ECMA-376 part 1, SpreadsheetML): texts are texts whatever they look like, numbers are numbers
 * while the spreadsheet can hold them to the last digit. No formula can come out of this file.
 */
import { decimalOf } from "#lib/elements/query/decimal.ts";

/** Characters that a cell may hold (Excel's limit, UTF-16 code units). */
export const CELL_CHARACTERS_MAX = 32_767;
/** Rows and columns of a worksheet. */
export const SHEET_ROWS_MAX = 1_048_576;
export const SHEET_COLUMNS_MAX = 16_384;
/** Digits that Excel shows and keeps of a whole number. */
export const DIGITS_SHOWN = 15;

/** Style numbers, see `STYLES_XML`. */
export const BOLD = 1;

/**
 * True for numbers that a spreadsheet's number is equal to: whole ones of up to 15 digits, and others that a double holds to the last
 * digit. The rest (identifiers of twenty digits, 1e400) would lose digits and become texts.
 */
export function isSheetNumber(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (significantDigits(text) <= DIGITS_SHOWN && Math.abs(value) > 1e-300) return true;
  const decimal = decimalOf(text);
  if (decimal === null || (Number.isInteger(value) && significantDigits(text) > DIGITS_SHOWN)) return false;
  return decimalOf(String(value)) === decimal;
}

/** Significant digits of a number in JSON's syntax. */
export function significantDigits(text: string): number {
  const mantissa = text.replace(/[eE].*/s, "").replace(/[-.]/g, "");
  return mantissa.replace(/^0+/, "").replace(/(?<!0)0+$/, "").length;
}

/** Letters of a column, from 0 on: A, B, … XFD. */
export function columnLetters(column: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/* What cannot stand in XML 1.0, and the carriage return, which XML would read as a line feed; and what looks like such an escape. */
const ESCAPED = /[\p{Cc}\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const KEPT = new Set(["\t", "\n"]);
const MARKUP = /[&<>]/;

/** A text as it stands between tags: characters that XML has no place for as `_x000D_` (ST_Xstring, 22.9.2.19). */
export function xmlText(text: string): string {
  const escaped = text.replace(ESCAPED, (found) =>
    KEPT.has(found) || (found >= "\u007f" && found <= "\u009f")
      ? found
      : `_x${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );
  if (!MARKUP.test(escaped)) return escaped;
  return escaped.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A cell with a text. @param at letters and row number */
export function textCell(at: string, text: string, style = 0): string {
  const styled = style === 0 ? "" : ` s="${String(style)}"`;
  return `<c r="${at}"${styled} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

export function numberCell(at: string, text: string): string {
  return `<c r="${at}"><v>${text}</v></c>`;
}

export function booleanCell(at: string, value: boolean): string {
  return `<c r="${at}" t="b"><v>${value ? "1" : "0"}</v></c>`;
}

/** A long text in pieces that a cell can hold, never cut within a character. */
export function splitText(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + CELL_CHARACTERS_MAX, text.length);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last < 0xdc00) to--;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
