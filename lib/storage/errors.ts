/**
 * The failures of a file store that callers distinguish, with the sentence for people. All other errors (EIO, EMFILE) stay system errors
 * and mean that the file was not stored.
 */
import { AppError, type ErrorCode } from "#lib/core/errors.ts";

const CODES = {
  STORAGE_FULL: "UNAVAILABLE",
  STORE_UNAVAILABLE: "UNAVAILABLE",
  FILE_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FILE_MISSING: "NOT_FOUND",
  CANCELLED: "CANCELLED",
} as const satisfies Record<string, ErrorCode>;
export type StorageErrorReason = keyof typeof CODES;

export class StorageError extends AppError {
  readonly reason: StorageErrorReason;

  constructor(reason: StorageErrorReason, message: string, cause?: unknown) {
    super(CODES[reason], message, { cause });
    this.name = "StorageError";
    this.reason = reason;
  }
}

const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

export function storageFull(cause?: unknown): StorageError {
  return new StorageError(
    "STORAGE_FULL",
    "The disk of the file store is full, so the file was not kept. Free some space (or ask the operator to), then send the file again.",
    cause,
  );
}

/** `cause` tells the operator what is wrong; callers only get the sentence. */
export function storeUnavailable(cause: Error): StorageError {
  return new StorageError(
    "STORE_UNAVAILABLE",
    "The file store does not answer as it should at the moment. What was stored is kept. Try again in a minute, or ask the operator.",
    cause,
  );
}

export function fileTooLarge(sizeMax: number): StorageError {
  return new StorageError(
    "FILE_TOO_LARGE",
    `The file is larger than the ${describeBytes(sizeMax)} that are taken here.`,
  );
}

export function fileMissing(key: string): StorageError {
  return new StorageError(
    "FILE_MISSING",
    "The stored file is not there any more.",
    new Error(`no file ${key}`),
  );
}

export function transferCancelled(cause?: unknown): StorageError {
  return new StorageError(
    "CANCELLED",
    "The transfer was broken off, so the file was not kept. Send it again.",
    cause,
  );
}

/** STORAGE_FULL for codes of a full disk, otherwise the thrown error. */
export function translateWriteError(thrown: unknown): unknown {
  return FULL.has(errorCode(thrown)) ? storageFull(thrown) : thrown;
}

/** The system's code of an error ("ENOENT"), or an empty text. */
export function errorCode(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";
}

function describeBytes(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${String(Math.round(value * 100) / 100)} ${units[unit] ?? ""}`;
}
