/*
 * The one error class of the element table: a closed set of codes with a sentence for people. Messages must never quote the
 * answer itself, which may be a sign-in page with secrets; positions, counts and limits are enough to find the place.
 */
import { isErrorNamed } from "#lib/core/errors.ts";
import { kept, type KeptText } from "#lib/core/language/kept-texts.ts";

export type ElementsErrorCode =
  | "TRUNCATED"
  | "NOT_JSON"
  | "SYNTAX"
  | "TRAILING_DATA"
  | "INVALID_UTF8"
  | "UNEXPECTED_FORM"
  | "ELEMENT_WITHOUT_ID"
  | "TOO_DEEP"
  | "ELEMENT_TOO_LARGE"
  | "CELL_TOO_LARGE"
  | "NAME_TOO_LARGE"
  | "TOO_MANY_COLUMNS"
  | "TOO_MANY_ROWS"
  | "CANCELLED"
  | "SNAPSHOT_EXISTS"
  | "SNAPSHOT_NOT_FOUND"
  | "SNAPSHOT_DAMAGED"
  | "STORAGE_FULL"
  | "STORAGE_FAILED"
  | "BAD_OPTION";

/** What the element table throws. Any other error it lets through came from the caller's own source. */
export class ElementsError extends Error {
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return isErrorNamed(thrown, "ElementsError");
  }

  override readonly name = "ElementsError";
  readonly code: ElementsErrorCode;
  /** The snapshot that is gone or damaged, where it is one of several. */
  readonly snapshotId: string | undefined;

  constructor(
    code: ElementsErrorCode,
    message: string,
    { snapshotId, ...options }: { cause?: unknown; snapshotId?: string } = {},
  ) {
    super(message, options);
    this.code = code;
    this.snapshotId = snapshotId;
  }
}

/**
 * Turns an error of the file system into one that says what to do.
 * @returns the error itself when it is an ElementsError already
 */
export function storageError(cause: unknown, doing: KeptText): ElementsError {
  if (cause instanceof ElementsError) return cause;
  const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
  if (reason === "ENOSPC" || reason === "EDQUOT") {
    return new ElementsError(
      "STORAGE_FULL",
      kept(
        "The disk is full: {doing} stopped and nothing was kept. Free some space in the data folder, then try again.",
        { doing },
      ),
      { cause },
    );
  }
  return new ElementsError(
    "STORAGE_FAILED",
    kept(
      "{doing} failed in the data folder ({reason}). Check that the folder exists and is writable and that its disk works, then try again.",
      { doing, reason },
    ),
    { cause },
  );
}

/** The error for a caller that cancelled. */
export function cancelledError(signal: AbortSignal | undefined): ElementsError {
  const message = kept("The work was cancelled before it finished; nothing was kept.");
  return new ElementsError("CANCELLED", message, { cause: signal?.reason });
}

/** Throws CANCELLED when the caller has cancelled. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelledError(signal);
}

/** A stored snapshot cannot be read; `what` says why. */
export function damaged(what: KeptText, cause?: unknown): ElementsError {
  return new ElementsError(
    "SNAPSHOT_DAMAGED",
    kept(
      "The stored copy of the service's answer is damaged ({what}). Read the elements again from the service.",
      { what },
    ),
    { cause },
  );
}
