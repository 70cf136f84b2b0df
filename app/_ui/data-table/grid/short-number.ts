/* Numbers that are longer than their cell: rounded to what fits, never cut, and marked as rounded. */

import type { Cell } from "#lib/elements/wire.ts";
import { textOf } from "./cell-text.ts";
import { PADDING_PX, VALUE_CHAR_PX } from "./columns.ts";

/** Stands before a number that is not shown digit by digit. */
const ROUNDED = "≈";
const DIGITS_MAX = 17;

/** The text of a cell as its width, in pixels at the normal text size, lets it be shown. */
export function shownText(cell: Cell, widthPx: number): string {
  const text = textOf(cell);
  const isNumber = typeof cell === "object" && cell?.kind === "number";
  return isNumber ? fitNumber(text, Math.floor((widthPx - PADDING_PX) / VALUE_CHAR_PX)) : text;
}

/**
 * A number as the model has it where it fits; else rounded to as many digits as fit, plain or with an exponent; "###" where not even one does.
 * @param text a JSON number
 * @param charsMax characters that the cell has room for
 */
export function fitNumber(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  for (let digits = Math.min(DIGITS_MAX, charsMax); digits >= 1; digits--) {
    const found = [inFull(text, digits), withExponent(text, digits)].find(
      (rounded) => ROUNDED.length + rounded.length <= charsMax,
    );
    if (found !== undefined) return ROUNDED + found;
  }
  return "###";
}

// Intl reads a decimal text exactly (ECMA-402, ToIntlMathematicalValue), so numbers beyond the range of doubles round right too.
function inFull(text: string, digits: number): string {
  return format(text, { maximumSignificantDigits: digits });
}

function withExponent(text: string, digits: number): string {
  return format(text, { maximumSignificantDigits: digits, notation: "scientific" });
}

const formats = new Map<string, Intl.NumberFormat>();

/** A decimal point in every language: the number stands beside others that are shown as the service wrote them. */
function format(text: string, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat("en", { useGrouping: false, ...options });
  formats.set(key, known);
  return known.format(text as Intl.StringNumericLiteral);
}
