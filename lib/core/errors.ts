/**
 * One error class for everything the portal itself decides. Expected errors are answers to people; unexpected errors are logged once at the
 * edge and shown as a fixed sentence. Errors of a connected service have their own class (lib/http).
 */
import type { z } from "zod";
import { isId } from "./ids.ts";
import { told } from "./language/kept-texts.ts";
import { inEnglish, say, tell, type Said } from "./texts.ts";

const STATUS = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  CONFIRMATION_NEEDED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  UPSTREAM: 502,
  UPSTREAM_TIMEOUT: 504,
  UNAVAILABLE: 503,
  CANCELLED: 499,
  INTERNAL: 500,
};
export type ErrorCode = keyof typeof STATUS;

export type FieldErrors = Record<string, string[]>;

/** A doubt about typed input that the person can resolve: what was probably meant, and the input as typed. */
export type Doubt = { proposal: string | null; asTyped: string | null };

export type ErrorDetails = {
  fieldErrors?: FieldErrors;
  retryAfterSeconds?: number | undefined;
  /** Where the person can continue, a path inside the portal. */
  href?: string;
  doubt?: Doubt;
};

type AppErrorOptions = { details?: ErrorDetails; cause?: unknown };

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  /** What happened, for the person, in any language; `message` is the same in English, for the log and for records. */
  readonly said: Said | string;

  constructor(code: ErrorCode, said: Said | string, options: AppErrorOptions = {}) {
    super(inEnglish(said), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.said = said;
    this.status = STATUS[code];
    this.details = options.details ?? {};
  }

  /** True for outcomes of normal work: answered, logged at info, never reported as a fault. */
  get expected(): boolean {
    return this.code !== "INTERNAL";
  }
}

/** The sentence shown for a fault of Portico; the reference leads to the log line. */
export const INTERNAL_SENTENCE = say(
  "Portico has a fault and stopped here. Everything confirmed before is kept. Try again. If the fault returns, give your administrator the reference.",
);

/** What happened, in the current language. */
export function tellError({ said }: AppError): string {
  return typeof said === "string" ? told(said) : tell(said);
}

/** Turns anything thrown into an AppError; unknown errors become INTERNAL with the fixed sentence. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError("INTERNAL", INTERNAL_SENTENCE, { cause: thrown });
}

/** `what` with its article, at the start of a sentence: say("The model"). */
export function notFound(what: Said): AppError {
  return new AppError(
    "NOT_FOUND",
    say("{what} was not found. It may have been removed, or you may not be allowed to see it.", { what }),
  );
}

/** What `find` gives for a row's id. @throws AppError NOT_FOUND, also for text that is no id, which never reaches the database */
export async function getById<T>(id: string, what: Said, find: () => PromiseLike<T | null>): Promise<T> {
  const found = isId(id) ? await find() : null;
  if (found === null) throw notFound(what);
  return found;
}

/** What was asked for does not fit what is so by now; the sentence says what was not done. */
export function conflict(said: Said | string, options?: AppErrorOptions): AppError {
  return new AppError("CONFLICT", said, options);
}

/** Not for this person; the sentence says who can. */
export function forbidden(said: Said, options?: AppErrorOptions): AppError {
  return new AppError("FORBIDDEN", said, options);
}

/** Not now: something that is needed is busy or away; the same may work later. */
export function unavailable(said: Said | string, options?: AppErrorOptions): AppError {
  return new AppError("UNAVAILABLE", said, options);
}

/** Too much of it at once, or so far. */
export function rateLimited(said: Said, options?: AppErrorOptions): AppError {
  return new AppError("RATE_LIMITED", said, options);
}

/** An error with sentences for the fields they belong to, already in the person's language. */
export function validation(
  fieldErrors: FieldErrors,
  message: Said = say("Correct the marked fields."),
): AppError {
  return new AppError("VALIDATION", message, { details: { fieldErrors } });
}

/** The input of a command, as its schema reads it. @throws AppError VALIDATION with a sentence for each field */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fieldErrors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path.map(String).join(".") || "form";
    fieldErrors[field] = [...(fieldErrors[field] ?? []), issue.message];
  }
  throw validation(fieldErrors, say("Correct the marked fields. Nothing was sent."));
}

/**
 * An `instanceof` test for error classes of code that exists once per process. Next bundles a module for pages and again for routes, and
 * Node loads it a third time for jobs, so an error may be an instance of another copy of its class.
 */
export function isErrorNamed(thrown: unknown, name: string): boolean {
  return thrown instanceof Error && thrown.name === name;
}
