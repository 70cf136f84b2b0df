/**
 * Error bodies of the service (docs/service "Conventions"): a field maps to sentences, sentences about several fields are under
 * `non_field_errors`, everything else is `{"detail": …}`. The reader accepts every shape seen so far and never throws.
 */

export type FieldErrorsBody = Record<string, string[]>;

export const TEXT = {
  required: "This field is required.",
  blank: "This field may not be blank.",
  null: "This field may not be null.",
  notString: "Not a valid string.",
  notInteger: "A valid integer is required.",
  notEmail: "Enter a valid email address.",
  notUrl: "Enter a valid URL.",
  nullCharacter: "Null characters are not allowed.",
  notFound: "Not found.",
  noCredentials: "Authentication credentials were not provided.",
  badToken: "Given token not valid for any token type",
  forbidden: "You do not have permission to perform this action.",
  throttled: "Request was throttled.",
  internal: "A server error occurred.",
} as const;

export function lengthText(lengthMax: number): string {
  return `Ensure this field has no more than ${String(lengthMax)} characters.`;
}

export function choiceText(value: string): string {
  return `"${value}" is not a valid choice.`;
}

export function methodText(method: string): string {
  return `Method "${method}" not allowed.`;
}

export function missingObjectText(id: number): string {
  return `Invalid pk "${String(id)}" - object does not exist.`;
}

export type ReadError = {
  /** Sentences by field; those about several fields under `non_field_errors`. */
  fieldErrors: Record<string, string[]>;
  detail: string | null;
  /** Set when the invited person is a member already. */
  alreadyExists: string | null;
};

const SENTENCES_MAX = 20;
/** The most characters kept of a sentence. Code that shows or stores the sentence removes secrets and cuts it further, with a mark. */
const SENTENCE_LENGTH_MAX = 2_000;

function sentences(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list
    .filter((item): item is string => typeof item === "string" && item.trim() !== "")
    .slice(0, SENTENCES_MAX)
    .map((item) => item.slice(0, SENTENCE_LENGTH_MAX));
}

/**
 * Reads any error body, parsed or not: strings and arrays of strings alike, the OAuth shape too. Unknown shapes give empty results; keys
 * cannot reach a prototype.
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
