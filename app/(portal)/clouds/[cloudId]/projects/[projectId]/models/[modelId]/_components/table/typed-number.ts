/* A number as a person types it, with either decimal sign. Pure. */
import { decimalSign, t } from "#lib/core/texts.ts";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import { tellNumber } from "#lib/elements/told-values.ts";

export type TypedNumber = { ok: true; text: string } | { ok: false; error: string };

const SPACES = /[\s\u00a0\u2009\u202f]/g;
/** 1.234 and 1,234 can be two different numbers, unless the sign is the language's own decimal sign. */
const TWO_READINGS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Interprets point and comma: the last of two different signs, or a single one, separates the decimals; a repeated one separates thousands.
 * A single sign other than the language's own, before three digits, is ambiguous: the person is asked.
 * @returns `text` as a JSON number
 */
export function readTypedNumber(typed: string): TypedNumber {
  const plain = typed
    .replaceAll(SPACES, "")
    .replace(/^\u2212/, "-")
    .replace(/^\+/, "");
  if (TWO_READINGS.test(plain) && !plain.includes(decimalSign())) {
    const digits = plain.replace(/[.,]/, "");
    const decimals = plain.replace(",", ".");
    return {
      ok: false,
      error: t("“{typed}” can be {whole} or {decimal}. Type one of these.", {
        typed,
        whole: digits,
        decimal: tellNumber(decimals),
      }),
    };
  }
  const text = withPoint(plain);
  return text === null || decimalOf(text) === null
    ? { ok: false, error: t("“{typed}” is not a number.", { typed }) }
    : { ok: true, text };
}

/** The number as understood, where it is written differently from the input; null where there is nothing to say. */
export function understoodWords(typed: string): string | null {
  if (typed.trim() === "") return null;
  const read = readTypedNumber(typed);
  if (!read.ok) return null;
  const told = tellNumber(read.text);
  return told === typed.trim() ? null : t("Understood as {number}", { number: told });
}

/** The number with a decimal point and without thousands separators; null where point and comma make no sense. */
function withPoint(plain: string): string | null {
  const [mantissa = "", ...exponent] = plain.split(/(?=e)/i);
  const signs = mantissa.replaceAll(/[^.,]/g, "");
  const last = signs.at(-1) ?? "";
  const first = signs[0] ?? "";
  const isDecimal = signs.length === 1 || (first !== last && signs.indexOf(last) === signs.length - 1);
  const at = isDecimal ? mantissa.lastIndexOf(last) : mantissa.length;
  const whole = mantissa.slice(0, at);
  const isGrouped = /[.,]/.test(whole);
  if (isGrouped && !/^-?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/.test(whole)) return null;
  const digits = whole.replaceAll(/[.,]/g, "");
  if (!isDecimal || last === "") return digits + exponent.join("");
  return `${/^-?$/.test(digits) ? `${digits}0` : digits}.${mantissa.slice(at + 1)}${exponent.join("")}`;
}
