/* Numbers that are longer than their cell: rounded to what fits, never cut, and marked as rounded. */

import { currentLanguage } from "#lib/core/texts.ts";
import { tellCell, tellNumber } from "#lib/elements/told-values.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { PADDING_PX, VALUE_CHAR_PX } from "./columns.ts";

/** Stands before a number that is not shown digit by digit. */
const ROUNDED = "≈";
const DIGITS_MAX = 17;

/** The text of a cell as its width, in pixels at the normal text size, lets it be shown. */
export function shownText(cell: Cell, widthPx: number): string {
  const isNumber = typeof cell === "object" && cell?.kind === "number";
  return isNumber ? fitNumber(cell.text, Math.floor((widthPx - PADDING_PX) / VALUE_CHAR_PX)) : tellCell(cell);
}

/**
 * A number as the model has it where it fits; else rounded to as many digits as fit, plain or with an exponent; "###" where not even one does.
 * @param text a JSON number
 * @param charsMax characters that the cell has room for
 */
export function fitNumber(text: string, charsMax: number): string {
  if (text.length <= charsMax) return tellNumber(text);
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

function format(text: string, options: Intl.NumberFormatOptions): string {
  const language = currentLanguage();
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(language, { useGrouping: false, ...options });
  formats.set(key, known);
  return known.format(text as Intl.StringNumericLiteral);
}
