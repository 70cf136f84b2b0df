/**
 * Error bodies of the service (docs/service "Conventions"): a field maps to sentences, sentences about several fields are under
 * `non_field_errors`, everything else is `{"detail": …}`. On the wire the sentences are English; they are marked, because the portal quotes
 * them in the reader's language. The reader accepts every shape seen so far and never throws.
 */

/** Marks a sentence of the wire, and fills its places. `text` must be a literal, so that the catalogue finds it. */
function wire(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

export type FieldErrorsBody = Record<string, string[]>;

export const TEXT = {
  required: wire("This field is required."),
  blank: wire("This field may not be blank."),
  null: wire("This field may not be null."),
  notString: wire("Not a valid string."),
  notInteger: wire("A valid integer is required."),
  notEmail: wire("Enter a valid email address."),
  notUrl: wire("Enter a valid URL."),
  nullCharacter: wire("Null characters are not allowed."),
  notFound: wire("Not found."),
  noCredentials: wire("Authentication credentials were not provided."),
  badToken: wire("Given token not valid for any token type"),
  forbidden: wire("You do not have permission to perform this action."),
  throttled: wire("Request was throttled."),
  internal: wire("A server error occurred."),
} as const;

export function lengthText(lengthMax: number): string {
  return wire("Ensure this field has no more than {max} characters.", { max: lengthMax });
}

export function choiceText(value: string): string {
  return wire('"{text}" is not a valid choice.', { text: value });
}

export function methodText(method: string): string {
  return wire('Method "{method}" not allowed.', { method });
}

export function missingObjectText(id: number): string {
  return wire('Invalid pk "{id}" - object does not exist.', { id });
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
