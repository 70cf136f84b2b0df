/**
 * Decides the outcome of a call that creates something or sends an email, only from proven facts. Pure: the same record of an exchange
 * always gives the same outcome. The table is in docs/decisions/0010-operation-journal.md.
 */
import { redact } from "#lib/core/log/redact.ts";
import { newReference } from "#lib/core/ids.ts";
import { say, type Said } from "#lib/core/texts.ts";
import type { HttpFailure, Phases } from "#lib/http/failure.ts";
import { parseRetryAfter } from "#lib/http/retry.ts";
import { readErrorBody } from "#lib/service/contract/errors.ts";
import { storableErrors, WORDS_LENGTH_MAX } from "./errors.ts";
import { isJson, parseJson, storableText } from "./json.ts";

/** What is stored about one exchange; no other header values, no token. */
export type Evidence = {
  /** People quote it; the journal finds it. */
  reference: string;
  status: number | null;
  contentType: string | null;
  /** Code of the failure that ended the exchange, if one did. */
  errorCode: string | null;
  phases: Phases;
  /** The first 8 KiB of the answer as text, redacted. */
  bodyStart: string;
  bodyBytes: number;
  durationMs: number;
  /** 2 when the first try was refused because of its token. */
  tries: number;
};

export type Outcome<T> =
  | { kind: "done"; value: T; evidence: Evidence }
  | {
      kind: "refused";
      cause: Said;
      words: string | null;
      fieldErrors: Record<string, string[]>;
      evidence: Evidence;
    }
  | { kind: "already"; cause: Said; words: string; evidence: Evidence }
  | { kind: "notSent"; cause: Said; retryAfterSeconds: number | null; evidence: Evidence }
  | { kind: "doneIdLost"; cause: Said; evidence: Evidence }
  | { kind: "unknown"; cause: Said; evidence: Evidence };

/** The result of one exchange. */
export type ExchangeRecord = {
  status: number | null;
  headers: Record<string, string | string[] | undefined>;
  bytes: Uint8Array;
  failure?: HttpFailure | undefined;
  phases: Phases;
  tries: number;
};

export type Judging<T> = {
  /** The value of a usable answer; undefined when the body has none. */
  read: (body: unknown) => T | undefined;
  /** True when the request ends in a boundary: if cut off before its last byte, it cannot have been carried out. */
  isUnusableWhenCut?: boolean;
};

const BODY_START_BYTES = 8 * 1024;

/** The outcome of a complete or broken exchange. */
export function judge<T>(record: ExchangeRecord, judging: Judging<T>): Outcome<T> {
  const evidence = toEvidence(record);
  const { status } = record;
  if (status === null) return judgeWithoutAnswer(record, judging, evidence);
  const isSuccess = status >= 200 && status < 300;
  if (record.failure !== undefined && !isSuccess) {
    const cause = say("The answer {status} broke off. The operation may or may not have been carried out.", {
      status,
    });
    return { kind: "unknown", cause, evidence };
  }
  if (isSuccess) return judgeSuccess(record, status, judging, evidence);
  return judgeRefusal(record, status, judging, evidence);
}

function judgeWithoutAnswer<T>(record: ExchangeRecord, judging: Judging<T>, evidence: Evidence): Outcome<T> {
  const { failure, phases } = record;
  const words = failure?.message ?? say("no answer came");
  if (phases.connectedMs === undefined) {
    return {
      kind: "notSent",
      cause: say("No connection to the service: {words}. Nothing was sent.", { words }),
      retryAfterSeconds: null,
      evidence,
    };
  }
  if (isCutUpload(record, judging)) {
    return {
      kind: "notSent",
      cause: say("The transfer stopped early: {words}. The service cannot have accepted the file.", {
        words,
      }),
      retryAfterSeconds: null,
      evidence,
    };
  }
  const cause = say("No answer came: {words}. The operation may or may not have been carried out.", {
    words,
  });
  return { kind: "unknown", cause, evidence };
}

function judgeSuccess<T>(
  record: ExchangeRecord,
  status: number,
  judging: Judging<T>,
  evidence: Evidence,
): Outcome<T> {
  const isOurs = isJson(evidence.contentType ?? undefined) && !isEncoded(record);
  const body = isOurs && record.failure === undefined ? parseJson(record.bytes) : undefined;
  const value = body === undefined ? undefined : judging.read(body);
  if (value !== undefined) return { kind: "done", value, evidence };
  if (status === 201 && isOurs) {
    const cause = say("Created, but the service’s answer was unusable. The number is not known.");
    return { kind: "doneIdLost", cause, evidence };
  }
  const cause =
    record.failure === undefined
      ? say(
          "The service answered {status}, but the answer is unusable. The operation may or may not have been carried out.",
          { status },
        )
      : say(
          "The service answered {status}, but the answer broke off. The operation may or may not have been carried out.",
          { status },
        );
  return { kind: "unknown", cause, evidence };
}

function judgeRefusal<T>(
  record: ExchangeRecord,
  status: number,
  judging: Judging<T>,
  evidence: Evidence,
): Outcome<T> {
  if (status === 429 || status === 425) {
    return {
      kind: "notSent",
      cause: say("The service asked to slow down ({status}) and did not accept the call. Nothing was done.", {
        status,
      }),
      retryAfterSeconds: readRetryAfter(record),
      evidence,
    };
  }
  if (status === 408 || status === 303 || status < 200 || status >= 500) {
    if (isCutUpload(record, judging)) {
      const { words } = readWords(record, evidence);
      const cause =
        words === null
          ? say(
              "The service answered {status} before the transfer was complete. The service cannot have accepted the file.",
              { status },
            )
          : say(
              "The service answered {status} before the transfer was complete: “{words}”. The service cannot have accepted the file.",
              { status, words },
            );
      return { kind: "notSent", cause, retryAfterSeconds: readRetryAfter(record), evidence };
    }
    const cause = say("The service answered {status}. The operation may or may not have been carried out.", {
      status,
    });
    return { kind: "unknown", cause, evidence };
  }
  if (status < 400) {
    const cause = say(
      "The service's address answers with a redirect, which is never followed. Nothing was done.",
    );
    return { kind: "refused", cause, words: null, fieldErrors: {}, evidence };
  }
  const { error, words } = readWords(record, evidence);
  if (status === 400 && error.alreadyExists !== null) {
    const already = storableText(redact(error.alreadyExists, WORDS_LENGTH_MAX));
    return {
      kind: "already",
      cause: say("The service says: “{words}”.", { words: already }),
      words: already,
      evidence,
    };
  }
  return {
    kind: "refused",
    cause:
      words === null
        ? say("The service answered {status} without a reason.", { status })
        : say("The service answered {status}: “{words}”", { status, words }),
    words,
    fieldErrors: storableErrors(error.fieldErrors),
    evidence,
  };
}

/** The request's last byte never left, and without it the service cannot have carried out anything. */
function isCutUpload<T>(record: ExchangeRecord, judging: Judging<T>): boolean {
  return judging.isUnusableWhenCut === true && record.phases.requestSentMs === undefined;
}

/** The service's words in an error answer, and its sentences as one text; null without any. */
function readWords(
  record: ExchangeRecord,
  evidence: Evidence,
): { error: ReturnType<typeof readErrorBody>; words: string | null } {
  const error = readErrorBody(
    isJson(evidence.contentType ?? undefined) ? parseJson(record.bytes) : undefined,
  );
  const said = [
    error.detail,
    ...Object.entries(error.fieldErrors).map(([field, texts]) => `${field}: ${texts.join(" ")}`),
  ]
    .filter((text) => text !== null)
    .join(" ");
  return { error, words: said === "" ? null : storableText(redact(said, WORDS_LENGTH_MAX)) };
}

function readRetryAfter(record: ExchangeRecord): number | null {
  const retryAfterMs = parseRetryAfter(header(record, "retry-after"));
  return retryAfterMs === undefined ? null : Math.ceil(retryAfterMs / 1000);
}

function toEvidence(record: ExchangeRecord): Evidence {
  const { phases } = record;
  // Reads more than is kept, whatever the width of characters, so that a secret across the cut is recognised and replaced.
  const start = Buffer.from(record.bytes.subarray(0, 4 * BODY_START_BYTES)).toString("utf8");
  return {
    reference: newReference(),
    status: record.status,
    contentType: header(record, "content-type")?.slice(0, 200) ?? null,
    errorCode: record.failure?.code ?? null,
    phases,
    bodyStart: storableText(redact(start, BODY_START_BYTES)),
    bodyBytes: record.bytes.byteLength,
    durationMs: Math.max(0, Date.now() - Date.parse(phases.startedAt)),
    tries: record.tries,
  };
}

/** The outcome of a call that could not even begin, for example without a token. */
export function notBegun<T>(cause: Said, retryAfterSeconds: number | null): Outcome<T> {
  const phases = { startedAt: new Date().toISOString() };
  const record = { status: null, headers: {}, bytes: new Uint8Array(), phases, tries: 0 };
  return { kind: "notSent", cause, retryAfterSeconds, evidence: toEvidence(record) };
}

function header(record: ExchangeRecord, name: string): string | undefined {
  const value = record.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function isEncoded(record: ExchangeRecord): boolean {
  const encoding = header(record, "content-encoding");
  return encoding !== undefined && encoding.trim().toLowerCase() !== "identity";
}
