/*
 * Numbers as the answer writes them, compared by value without floating point: 0.10 equals 0.1, and different integers of twenty digits
 * stay different. Shared with client code: it must import nothing.
 */

/** The most digits of an exponent; a number with more is not understood, since 1e999999999 measures nothing. */
const EXPONENT_DIGITS_MAX = 9;
/** Numbers of up to this many places are written out; longer numbers use powers of ten. */
const PLAIN_PLACES_MAX = 30;

const JSON_NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Numbers that are canonical already, without a superfluous zero or sign. */
const CANONICAL = /^(?:0|-?(?:[1-9]\d{0,24}(?:\.\d{0,4}[1-9])?|0\.\d{0,24}[1-9]))$/;

/**
 * The canonical form of a decimal number: equal for two texts exactly when they have the same value.
 * @param text a number in JSON's syntax; null is returned for anything else
 */
export function decimalOf(text: string): string | null {
  if (CANONICAL.test(text)) return text;
  const match = JSON_NUMBER.exec(text);
  if (!match) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.replace(/(?<!0)0+$/, "");
  if (digits === "") return "0";
  if (exponent.replace(/^[+-]?0*/, "").length > EXPONENT_DIGITS_MAX) return null;
  /* The value is 0.digits × 10^point. */
  const point = all.length - fraction.length + Number(exponent);
  return sign + place(digits, point);
}

/** Whether a double keeps all digits of a JSON number: of up to 15 significant ones always, of more than 17 never. */
export function fitsDouble(text: string): boolean {
  return decimalOf(String(Number(text))) === decimalOf(text);
}

function place(digits: string, point: number): string {
  if (point > PLAIN_PLACES_MAX || point < 1 - PLAIN_PLACES_MAX || digits.length > PLAIN_PLACES_MAX)
    return `${digits}e${String(point - digits.length)}`;
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return digits + "0".repeat(point - digits.length);
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
