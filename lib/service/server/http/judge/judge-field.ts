/**
 * Validates one field of a body or a query by its rule, with the wire's messages (docs/service "Texts of errors"). JSON is typed (a number
 * is not a text, and "12" is not a number); forms contain text, so digits count as a number there.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { TEXT, choiceText, lengthText, missingObjectText } from "#lib/service/contract/errors.ts";
import type { FilePart } from "#lib/service/contract/inputs.ts";
import type { FieldRule, ValueRule } from "./field-rule.ts";

/** A field as it was sent. */
export type SentField = {
  /** undefined: the key was not sent. */
  value: unknown;
  file: FilePart | undefined;
  /** In a form: all texts of this name; undefined in JSON. */
  texts: readonly string[] | undefined;
};

/** `value` undefined: an optional field was not sent. */
export type Verdict = { ok: true; value: unknown } | { ok: false; sentences: string[] };

const INT4_MAX = 2_147_483_647;
const CHOICES_SHOWN_MAX = 10;
export const NOT_A_FILE = kept("The submitted data was not a file. Check the encoding type on the form.");
const NOT_BOOLEAN = kept("Must be a valid boolean.");
const NOT_A_LIST = "Expected a list of items.";
const EMPTY_LIST = "This list may not be empty.";

/** A field of a body. */
export function judgeField(rule: FieldRule, sent: SentField): Verdict {
  if (rule.takesFile && sent.file !== undefined) return taken(sent.file);
  const value = sent.texts === undefined ? sent.value : fromForm(rule.value, sent.value, sent.texts);
  if (value === undefined) return rule.isOptional ? taken(undefined) : refused(TEXT.required);
  if (value === null && rule.isNullable) return taken(null);
  return judgeValue(rule.value, value);
}

/** All values of one name in a query; an empty value counts as not sent. */
export function judgeQueryField({ value: rule }: FieldRule, sent: readonly string[]): Verdict {
  if (rule?.kind !== "list") throw new Error("A parameter of a query may be repeated, so it is a list.");
  if (rule.choices === null) return taken(sent.filter((text) => text.trim() !== ""));
  return judgeItems(
    rule.choices,
    sent.filter((text) => text !== ""),
  );
}

/** The value of a form's text, by the kind of its field; a text that is no such value stays unchanged. */
function fromForm(rule: ValueRule | null, value: unknown, texts: readonly string[]): unknown {
  if (value === undefined) return undefined;
  if (rule === null) return value === "" ? null : value;
  switch (rule.kind) {
    case "list":
      return texts;
    case "boolean":
      return value === "true" || value === "false" ? value === "true" : value;
    case "id":
    case "number":
      if (value === "") return null;
      return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    case "text":
    case "choice":
      return value;
  }
}

function judgeValue(rule: ValueRule | null, value: unknown): Verdict {
  if (rule === null) return refused(NOT_A_FILE);
  if (rule.kind === "boolean") return typeof value === "boolean" ? taken(value) : refused(NOT_BOOLEAN);
  if (value === null) return refused(TEXT.null);
  switch (rule.kind) {
    case "text":
      return typeof value === "string" ? judgeText(rule, value.trim()) : refused(TEXT.notString);
    case "choice":
      return rule.choices.some((choice) => choice === value)
        ? taken(value)
        : refused(choiceText(describeValue(value)));
    case "number":
      if (!isInteger(value)) return refused(TEXT.notInteger);
      return rule.choices.includes(value) ? taken(value) : refused(choiceText(String(value)));
    case "id":
      if (!isInteger(value)) return refused(TEXT.notInteger);
      return value > 0 && value <= INT4_MAX ? taken(value) : refused(missingObjectText(value));
    case "list":
      if (!Array.isArray(value)) return refused(NOT_A_LIST);
      if (value.length === 0) return refused(EMPTY_LIST);
      return judgeItems(rule.choices ?? [], value);
  }
}

function isInteger(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}

/** Each choice once, in the order of the contract. */
function judgeItems(choices: readonly string[], items: readonly unknown[]): Verdict {
  const wrong = items.filter((item) => !choices.some((choice) => choice === item));
  if (wrong.length === 0) return taken(choices.filter((choice) => items.includes(choice)));
  return refused(...wrong.slice(0, CHOICES_SHOWN_MAX).map((item) => choiceText(describeValue(item))));
}

/** Surrounding white space is removed; lengths count characters (code points). */
function judgeText(rule: { lengthMin: number; lengthMax: number }, text: string): Verdict {
  if (text === "") return rule.lengthMin === 0 ? taken(text) : refused(TEXT.blank);
  const trouble: string[] = [];
  const { lengthMax } = rule;
  if (text.length > lengthMax && codePoints(text) > lengthMax) trouble.push(lengthText(lengthMax));
  if (text.includes("\0")) trouble.push(TEXT.nullCharacter);
  const surrogate = /\p{Surrogate}/u.exec(text)?.[0];
  if (surrogate !== undefined) {
    const hex = surrogate.charCodeAt(0).toString(16).toUpperCase();
    trouble.push(`Surrogate characters are not allowed: U+${hex}.`);
  }
  return trouble.length === 0 ? taken(text) : refused(...trouble);
}

function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count += 1)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/**
 * A value as the wire's sentence quotes it, bounded. Lists and objects are not written out: a body can nest them deeper than the stack of
 * any recursive function.
 */
function describeValue(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  const text = String(value);
  return (text.isWellFormed() ? text : "?").replaceAll("\0", "").slice(0, 100).toWellFormed();
}

function taken(value: unknown): Verdict {
  return { ok: true, value };
}

function refused(...sentences: string[]): Verdict {
  return { ok: false, sentences };
}
