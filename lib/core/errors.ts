/**
 * One error class for everything the portal itself decides. Expected ones are answers to people; unexpected ones are
 * logged once at the edge and shown as a fixed sentence. Errors of a connected service have their own class (lib/http).
 */

export type ErrorCode =
  | "VALIDATION"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "PAYLOAD_TOO_LARGE"
  | "RATE_LIMITED"
  | "UPSTREAM"
  | "UPSTREAM_TIMEOUT"
  | "UNAVAILABLE"
  | "CANCELLED"
  | "INTERNAL";

const STATUS: Record<ErrorCode, number> = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
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

export type FieldErrors = Record<string, string[]>;

export type ErrorDetails = {
  fieldErrors?: FieldErrors;
  retryAfterSeconds?: number;
  /** Where the person can go on, a path inside the portal. */
  href?: string;
};

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(
    code: ErrorCode,
    publicMessage: string,
    options: { details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = STATUS[code];
    this.details = options.details ?? {};
  }

  /** True for outcomes that belong to normal work: answered, logged at info, never reported as a fault. */
  get expected(): boolean {
    return this.code !== "INTERNAL";
  }
}

/** The sentence shown for a fault of ours; the reference leads to the log line. */
export const INTERNAL_SENTENCE =
  "Portico hit a fault of its own and stopped here; what was confirmed before is kept. Try again, and give the reference to your administrator if it comes back.";

/** Turns anything thrown into an AppError; unknown things become INTERNAL with the fixed sentence. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError("INTERNAL", INTERNAL_SENTENCE, { cause: thrown });
}

export function notFound(what: string): AppError {
  return new AppError(
    "NOT_FOUND",
    `${what} is not here. It may have been removed, or it is not yours to see.`,
  );
}

export function validation(fieldErrors: FieldErrors, message = "Some fields need another value."): AppError {
  return new AppError("VALIDATION", message, { details: { fieldErrors } });
}
