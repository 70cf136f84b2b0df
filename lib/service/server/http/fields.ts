/**
 * Field rules in the words of the wire (wire-facts.md "Usual texts"): every field is judged, all complaints are answered at
 * once. JSON is typed (a number is no text and "12" is no number); forms carry text, so digits count as a number there.
 */
import {
  TEXT,
  choiceText,
  lengthText,
  missingObjectText,
  type FieldErrorsBody,
} from "#lib/service/contract/errors.ts";
import { fieldErrors } from "./errors.ts";
import type { Body, UploadedFile } from "./parsed-body.ts";

export type TextRules = { lengthMax?: number; blank?: boolean; nullable?: boolean; required?: boolean };

const INT4_MAX = 2_147_483_647;

/** Reads fields one by one and collects what is wrong; `finish` throws when anything was. */
export class Fields {
  readonly #body: Body;
  readonly #errors = new Map<string, string[]>();

  constructor(body: Body) {
    this.#body = body;
  }

  /** Adds a complaint about a field, e.g. one that only the database can tell. */
  reject(name: string, ...sentences: string[]): void {
    this.#errors.set(name, [...(this.#errors.get(name) ?? []), ...sentences]);
  }

  /** True when nothing was wrong with this field so far. */
  isClean(name: string): boolean {
    return !this.#errors.has(name);
  }

  /** @throws WireError 400 with every complaint. */
  finish(): void {
    if (this.#errors.size === 0) return;
    const errors: FieldErrorsBody = Object.fromEntries(this.#errors);
    throw fieldErrors(errors);
  }

  /** The raw value; undefined when the key was not sent. */
  raw(name: string): unknown {
    return this.#body.values.get(name);
  }

  /** True when bodies of this kind carry text only. */
  get isForm(): boolean {
    return this.#body.kind === "form";
  }

  file(name: string): UploadedFile | undefined {
    return this.#body.files.get(name);
  }

  /** Text without the white space around it; undefined: not sent, null: sent as null and allowed. */
  text(name: string, rules: TextRules): string | null | undefined {
    const value = this.raw(name);
    if (value === undefined) {
      if (rules.required === true) this.reject(name, TEXT.required);
      return undefined;
    }
    if (value === null) {
      if (rules.nullable === true) return null;
      this.reject(name, TEXT.null);
      return undefined;
    }
    if (typeof value !== "string") {
      this.reject(name, TEXT.notString);
      return undefined;
    }
    return this.#judgeText(name, value.trim(), rules);
  }

  /** Text that must be there: `""` stands in for a rejected one, and `finish` throws then. */
  requiredText(name: string, rules: Omit<TextRules, "required" | "nullable">): string {
    return this.text(name, { ...rules, required: true }) ?? "";
  }

  /** The items of a list: a JSON array, or a field of a form once per item; undefined: not sent, null: not a list. */
  list(name: string): readonly unknown[] | null | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (this.isForm) return this.#body.repeated?.get(name) ?? null;
    return Array.isArray(value) ? (value as unknown[]) : null;
  }

  /** A positive integer that a row may have as its id; null where it was sent as null (an empty field of a form counts as that). */
  id(name: string): number | null | undefined {
    const value = this.#integer(name);
    if (value === null || value === undefined) return value;
    if (value > 0 && value <= INT4_MAX) return value;
    this.reject(name, missingObjectText(value));
    return undefined;
  }

  /** One of some integers. */
  integerChoice<T extends number>(name: string, choices: readonly T[]): T | undefined {
    const value = this.#integer(name);
    if (value === undefined) return undefined;
    if (value === null) {
      this.reject(name, TEXT.null);
      return undefined;
    }
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) this.reject(name, choiceText(String(value)));
    return chosen;
  }

  /** One of some texts. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (value === null) {
      this.reject(name, TEXT.null);
      return undefined;
    }
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) this.reject(name, choiceText(describeValue(value)));
    return chosen;
  }

  #integer(name: string): number | null | undefined {
    const value = this.raw(name);
    if (value === undefined || value === null) return value;
    if (typeof value === "number" && Number.isSafeInteger(value)) return value;
    if (this.isForm && value === "") return null;
    if (this.isForm && typeof value === "string" && /^-?\d{1,15}$/.test(value)) return Number(value);
    this.reject(name, TEXT.notInteger);
    return undefined;
  }

  #judgeText(name: string, text: string, rules: TextRules): string | undefined {
    const trouble = textTrouble(text, rules);
    if (trouble.length === 0) return text;
    this.reject(name, ...trouble);
    return undefined;
  }
}

/** What is wrong with a text; lengths count characters (code points). */
function textTrouble(text: string, rules: TextRules): string[] {
  if (text === "") return rules.blank === true ? [] : [TEXT.blank];
  const trouble: string[] = [];
  const { lengthMax } = rules;
  if (lengthMax !== undefined && text.length > lengthMax && codePoints(text) > lengthMax) {
    trouble.push(lengthText(lengthMax));
  }
  if (text.includes("\0")) trouble.push(TEXT.nullCharacter);
  const surrogate = /\p{Surrogate}/u.exec(text)?.[0];
  if (surrogate !== undefined) {
    const hex = surrogate.charCodeAt(0).toString(16).toUpperCase();
    trouble.push(`Surrogate characters are not allowed: U+${hex}.`);
  }
  return trouble;
}

function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count += 1)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/**
 * A value as the wire's sentence quotes it, bounded. Lists and objects are not written out: a body can nest them deeper than
 * anything that walks through them has stack for.
 */
export function describeValue(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  const text = String(value);
  return (text.isWellFormed() ? text : "?").replaceAll("\0", "").slice(0, 100).toWellFormed();
}
