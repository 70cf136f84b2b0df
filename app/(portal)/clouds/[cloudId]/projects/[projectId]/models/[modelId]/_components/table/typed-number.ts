/*
 * A number as a person types it, whichever decimal sign the person is used to. Pure.
 */
import { decimalSign, t } from "#lib/core/texts.ts";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import { tellNumber } from "#lib/elements/told-values.ts";

export type TypedNumber = { ok: true; text: string } | { ok: false; error: string };

const SPACES = /[\s\u00a0\u2009\u202f]/g;
/** 1.234 and 1,234: two numbers, unless the sign is the language's own decimal sign. */
const TWO_READINGS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads point and comma by what they can only mean: the last of two different signs, or a single one, parts off the decimals; one that comes
 * again and again parts off thousands. A single sign that is not the language's own, before three digits, may be either: that is asked back.
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

/** What was understood, where that is written in another way than it was typed; null where there is nothing to say. */
export function understoodWords(typed: string): string | null {
  if (typed.trim() === "") return null;
  const read = readTypedNumber(typed);
  if (!read.ok) return null;
  const told = tellNumber(read.text);
  return told === typed.trim() ? null : t("Understood as {number}", { number: told });
}

/** The number with a point before its decimals and nothing between thousands; null where point and comma make no sense. */
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
