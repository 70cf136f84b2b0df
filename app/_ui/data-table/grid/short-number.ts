/* Numbers longer than their cell: rounded to fit, never cut, and marked as rounded. */

import { currentLanguage } from "#lib/core/texts.ts";
import { tellCell, tellNumber } from "#lib/elements/told-values.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { DIGIT_PX, PADDING_PX } from "./columns.ts";

/** Precedes a number that is not shown exactly. */
const ROUNDED = "≈";
/** Its width in digits: it may come from another font. */
const ROUNDED_DIGITS = 1.5;
const DIGITS_MAX = 17;

/** The text of a cell that fits its width, in pixels at the normal text size. */
export function shownText(cell: Cell, widthPx: number): string {
  const isNumber = typeof cell === "object" && cell?.kind === "number";
  return isNumber ? fitNumber(cell.text, Math.floor((widthPx - PADDING_PX) / DIGIT_PX)) : tellCell(cell);
}

/**
 * The model's exact number where it fits; else rounded to as many digits as fit, plain or with an exponent; "###" where not even one fits.
 * @param text a JSON number
 * @param charsMax digits that the cell has room for
 */
export function fitNumber(text: string, charsMax: number): string {
  if (text.length <= charsMax) return tellNumber(text);
  for (let digits = Math.min(DIGITS_MAX, charsMax); digits >= 1; digits--) {
    const found = [inFull(text, digits), withExponent(text, digits)].find(
      (rounded) => ROUNDED_DIGITS + widthOf(rounded) <= charsMax,
    );
    if (found !== undefined) return ROUNDED + found;
  }
  return "###";
}

/** In digits; a decimal sign takes less than half of one. */
function widthOf(number: string): number {
  return /[.,]/.test(number) ? number.length - 0.5 : number.length;
}

// Intl reads a decimal text exactly (ECMA-402, ToIntlMathematicalValue), so numbers beyond the range of doubles are rounded correctly too.
function inFull(text: string, digits: number): string {
  return format(text, { maximumSignificantDigits: digits });
}

function withExponent(text: string, digits: number): string {
  return format(text, { maximumSignificantDigits: digits, notation: "scientific" });
}

const formats = new Map<string, Intl.NumberFormat>();

function format(text: string, options: Intl.NumberFormatOptions): string {
  const language = currentLanguage();
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(language, { useGrouping: false, ...options });
  formats.set(key, known);
  return known.format(text as Intl.StringNumericLiteral);
}
