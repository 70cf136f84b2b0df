/**
 * Error bodies of the service (wire-facts.md "General"): a field maps to sentences, cross-field ones stand under
 * `non_field_errors`, everything else is `{"detail": …}`. The portal quotes these sentences, so they are marked to be told; on the wire they are English. The reader takes every shape seen and never throws.
 */

import { kept } from "#lib/core/kept-texts.ts";

export type FieldErrorsBody = Record<string, string[]>;

export const TEXT = {
  required: kept("This field is required."),
  blank: kept("This field may not be blank."),
  null: kept("This field may not be null."),
  notString: kept("Not a valid string."),
  notInteger: kept("A valid integer is required."),
  notEmail: kept("Enter a valid email address."),
  notUrl: kept("Enter a valid URL."),
  nullCharacter: kept("Null characters are not allowed."),
  notFound: kept("Not found."),
  noCredentials: kept("Authentication credentials were not provided."),
  badToken: kept("Given token not valid for any token type"),
  forbidden: kept("You do not have permission to perform this action."),
  throttled: kept("Request was throttled."),
  internal: kept("A server error occurred."),
} as const;

export function lengthText(lengthMax: number): string {
  return kept("Ensure this field has no more than {max} characters.", { max: lengthMax });
}

export function choiceText(value: string): string {
  return kept('"{text}" is not a valid choice.', { text: value });
}

export function methodText(method: string): string {
  return kept('Method "{method}" not allowed.', { method });
}

export function missingObjectText(id: number): string {
  return kept('Invalid pk "{id}" - object does not exist.', { id });
}

export type ReadError = {
  /** Sentences by field, cross-field ones under `non_field_errors`. */
  fieldErrors: Record<string, string[]>;
  detail: string | null;
  /** Set when the invited person is a member already. */
  alreadyExists: string | null;
};

const SENTENCES_MAX = 20;
/** What is held of a sentence; whoever shows or stores it cuts it shorter, with a mark, where secrets are taken out. */
const SENTENCE_LENGTH_MAX = 2_000;

function sentences(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list
    .filter((item): item is string => typeof item === "string" && item.trim() !== "")
    .slice(0, SENTENCES_MAX)
    .map((item) => item.slice(0, SENTENCE_LENGTH_MAX));
}

/**
 * Reads any error body, parsed or not: strings and arrays of strings alike, the OAuth shape too. Unknown shapes give empty
 * results; keys never reach a prototype.
 */
export function readErrorBody(body: unknown): ReadError {
  const result: ReadError = { fieldErrors: {}, detail: null, alreadyExists: null };
  if (typeof body === "string")
    return { ...result, detail: body.trim().slice(0, SENTENCE_LENGTH_MAX) || null };
  if (Array.isArray(body)) return { ...result, detail: sentences(body).join(" ") || null };
  if (typeof body !== "object" || body === null) return result;
  const fields: [string, string[]][] = [];
  for (const [key, value] of Object.entries(body).slice(0, SENTENCES_MAX)) {
    const texts = sentences(value);
    if (texts.length === 0) continue;
    if (key === "detail" || key === "error_description") result.detail = texts.join(" ");
    else if (key === "error") result.detail ??= texts.join(" ");
    else if (key === "already_exists") result.alreadyExists = texts.join(" ");
    else fields.push([key.slice(0, 100), texts]);
  }
  result.fieldErrors = Object.fromEntries(fields);
  return result;
}
