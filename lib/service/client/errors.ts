/**
 * The one error of calls that only read. A service's 404 is not the portal's 404: features decide what it means. The message is for people
 * and quotes the service's own words; the reference leads to the record of the exchange.
 */
import { inEnglish, msg } from "#lib/core/texts.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { AppError } from "#lib/core/errors.ts";
import { newReference } from "#lib/core/ids.ts";
import { log } from "#lib/core/log/logger.ts";
import { redact } from "#lib/core/log/redact.ts";
import type { HttpFailure } from "#lib/http/failure.ts";
import type { Try } from "#lib/http/retry.ts";
import { storableText } from "./json.ts";

/** What failed, why, and what to do about it. */
const SENTENCES = {
  notConnected: msg("{what}: {why}. Check the connection's address, or try again in a minute."),
  timeout: msg("{what}: {why}. Try again in a minute."),
  broken: msg("{what}: {why}. Try again in a minute."),
  credentials: msg(
    "{what}: {why}. An administrator must check the client ID and the client secret of the connection.",
  ),
  forbidden: msg(
    "{what}: {why}. The application's credentials lack the right for this; the operator of the service can grant it.",
  ),
  notFound: msg(
    "{what}: {why}. It may have been removed there, or it was never shared with this application.",
  ),
  /** The service does not have this operation. */
  notAnswered: msg("{what}: {why}. This service does not offer the operation. Everything else still works."),
  throttled: msg("{what}: {why}. Try again a little later."),
  refused: msg("{what}: {why}. Reading stays blocked until the operator of the service solves this."),
  fault: msg("{what}: {why}. The fault is at the service. Try again in a minute."),
  redirect: msg(
    "{what}: {why}. The address in the connection is probably not the service's own; redirects are never followed.",
  ),
  shape: msg(
    "{what}: {why}. The address may lead to another program, or the service has changed its answers.",
  ),
  tooLarge: msg("{what}: {why}. Ask the operator of the service why the answer is so large."),
};

/** The kinds that a person can do something about. */
export type ServiceFailureKind = keyof typeof SENTENCES;
export type ServiceErrorKind = ServiceFailureKind | "cancelled";

/** Characters of a service's own words that are shown and stored. */
export const WORDS_LENGTH_MAX = 500;

/** A service's sentences about fields, made safe to show and store. */
export function storableErrors(errors: Readonly<Record<string, string[]>>): Record<string, string[]> {
  const entries = Object.entries(errors).map(([field, texts]): [string, string[]] => [
    storableText(field),
    texts.map((text) => storableText(redact(text, WORDS_LENGTH_MAX))),
  ]);
  return Object.fromEntries(entries);
}

type ServiceErrorOptions = {
  status?: number;
  words?: string | null;
  fieldErrors?: Readonly<Record<string, string[]>>;
  retryAfterMs?: number | undefined;
  cause?: unknown;
};

export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  readonly status: number | null;
  /** The service's own words, redacted, or null. */
  readonly words: string | null;
  /** The service's words about single fields, redacted. */
  readonly fieldErrors: Readonly<Record<string, string[]>>;
  readonly reference: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ServiceErrorKind, message: string, options: ServiceErrorOptions = {}) {
    // The message quotes the service, and is stored with jobs and operations.
    super(storableText(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ServiceError";
    this.kind = kind;
    this.status = options.status ?? null;
    this.words = typeof options.words === "string" ? storableText(options.words) : null;
    this.fieldErrors = options.fieldErrors ?? {};
    this.retryAfterSeconds =
      options.retryAfterMs === undefined ? undefined : Math.ceil(options.retryAfterMs / 1000);
    this.reference = newReference();
    log.warn("service call failed", {
      reference: this.reference,
      kind,
      status: this.status,
      message: this.message,
    });
  }
}

/** Builds the error: "<what failed>: <why>. <what next>". `what` is a clause such as "The clouds could not be read". */
export function serviceError(
  kind: ServiceFailureKind,
  what: string,
  why: string,
  options: ServiceErrorOptions = {},
): ServiceError {
  return new ServiceError(kind, inEnglish({ text: SENTENCES[kind], values: { what, why } }), options);
}

/** A try whose exchange failed. */
export function failedTry(what: string, failure: HttpFailure): Try<never> {
  const repeat = failure.kind === "connect" || failure.kind === "reset" || failure.kind === "timeout";
  return { ok: false, repeat, error: fromHttpFailure(what, failure) };
}

/** The error of a failed exchange. */
export function fromHttpFailure(what: string, failure: HttpFailure): ServiceError {
  const kinds = {
    connect: "notConnected",
    timeout: "timeout",
    reset: "broken",
    protocol: "shape",
    source: "broken",
    tooLarge: "tooLarge",
  } as const satisfies Record<Exclude<HttpFailure["kind"], "aborted">, ServiceErrorKind>;
  if (failure.kind === "aborted") {
    const message = kept("{what}: the call was cancelled here.", { what });
    return new ServiceError("cancelled", message, { cause: failure });
  }
  return serviceError(kinds[failure.kind], what, failure.message, { cause: failure });
}

const CODES = {
  timeout: "UPSTREAM_TIMEOUT",
  notFound: "NOT_FOUND",
  cancelled: "CANCELLED",
  throttled: "RATE_LIMITED",
} as const;

/** Makes a call whose ServiceError becomes an error of the portal. */
export async function forPortal<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw toPortalError(thrown);
  }
}

/** Turns a ServiceError into an error of the portal; anything else is returned unchanged. */
export function toPortalError(thrown: unknown): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const code = thrown.kind in CODES ? CODES[thrown.kind as keyof typeof CODES] : "UPSTREAM";
  return new AppError(
    code,
    kept("{message} Reference {reference}.", { message: thrown.message, reference: thrown.reference }),
    { cause: thrown, details: { retryAfterSeconds: thrown.retryAfterSeconds } },
  );
}
