/**
 * What a failed call to the S3 store means: absent, full, briefly unreachable (worth another try), or misconfigured. The message for the
 * operator names the setting to check; it goes to the log, never to callers.
 */
import { StorageError, errorCode, storageFull, storeUnavailable } from "../errors.ts";

const ABSENT = new Set(["NoSuchKey", "NotFound", "NoSuchUpload"]);
const FULL = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage", "EntityTooLarge"]);
const DENIED = new Set([
  "AccessDenied",
  "Forbidden",
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "AllAccessDisabled",
  "AccountProblem",
]);
const SETUP = new Set(["PermanentRedirect", "AuthorizationHeaderMalformed", "InvalidBucketName"]);
const FULL_STATUS = 507;

/** What the operator set that a message names. */
type Settings = { bucket: string; endpoint?: string };

/** The store's own name of an error and its status; 0 when no answer came. */
type Facts = { name: string; status: number };

function factsOf(thrown: unknown): Facts {
  if (!(thrown instanceof Error)) return { name: "", status: 0 };
  const metadata: unknown = "$metadata" in thrown ? thrown.$metadata : undefined;
  const status =
    typeof metadata === "object" &&
    metadata !== null &&
    "httpStatusCode" in metadata &&
    typeof metadata.httpStatusCode === "number"
      ? metadata.httpStatusCode
      : 0;
  return { name: thrown.name, status };
}

/** True when the store reports that there is no such file. */
export function isAbsent(thrown: unknown): boolean {
  const { name, status } = factsOf(thrown);
  return ABSENT.has(name) || (status === 404 && name !== "NoSuchBucket");
}

/** True when the requested range begins after the file's end (RFC 9110 section 15.5.17). */
export function isBeyondEnd(thrown: unknown): boolean {
  return factsOf(thrown).status === 416;
}

/** True for failures that may be over in a moment: no answer, a fault of the store, too many calls. */
export function isPassing(thrown: unknown): boolean {
  if (thrown instanceof StorageError) return false;
  const { name, status } = factsOf(thrown);
  if (name === "AbortError" || FULL.has(name) || status === FULL_STATUS) return false;
  return status === 0 || status === 408 || status === 429 || status >= 500 || name === "RequestTimeout";
}

/** The StorageError for a failed call; a StorageError, or a system error of this machine's disk, is returned unchanged. */
export function translateFailure(thrown: unknown, settings: Settings): unknown {
  if (thrown instanceof StorageError) return thrown;
  const { name, status } = factsOf(thrown);
  if (FULL.has(name) || status === FULL_STATUS || errorCode(thrown) === "ENOSPC") return storageFull(thrown);
  return storeUnavailable(new Error(describe({ name, status }, thrown, settings), { cause: thrown }));
}

function describe({ name, status }: Facts, thrown: unknown, { bucket, endpoint }: Settings): string {
  const where = endpoint ?? "AWS";
  if (name === "NoSuchBucket") {
    return `The S3 store at ${where} has no bucket "${bucket}". Create it, or correct S3_BUCKET.`;
  }
  if (DENIED.has(name) || status === 401 || status === 403) {
    return `The S3 store at ${where} refuses the bucket "${bucket}" to this account (${name}). Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the account's rights: list, get, put and delete objects, abort multipart uploads.`;
  }
  if (SETUP.has(name) || (status >= 300 && status < 400)) {
    return `The S3 store at ${where} does not accept the bucket "${bucket}" in this form (${name}). Check S3_REGION, S3_ENDPOINT and S3_PATH_STYLE.`;
  }
  if (status === 0) {
    const cause = errorCode(thrown) || (thrown instanceof Error ? thrown.message : String(thrown));
    return `The S3 store at ${where} cannot be reached (${cause}). Check S3_ENDPOINT and the network.`;
  }
  return `The S3 store at ${where} answered ${String(status)} ${name}.`;
}
