/**
 * Decides the outcome of a call that creates something or sends an email, only from proven facts. Pure: the same record of an exchange
 * always gives the same outcome. The table is in docs/decisions/0010-operation-journal.md.
 */
import { redact } from "#lib/core/log/redact.ts";
import { newReference } from "#lib/core/ids.ts";
import { say, type Said } from "#lib/core/texts.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { HttpFailure, Phases } from "#lib/http/failure.ts";
import { parseRetryAfter } from "#lib/http/retry.ts";
import { readErrorBody } from "#lib/service/contract/errors.ts";
import { storableErrors, WORDS_LENGTH_MAX } from "./errors.ts";
import { isJson, isPlain, parseJson, storableText } from "./json.ts";

type Verdict<T> =
  | { kind: "done"; value: T }
  | { kind: "refused"; cause: Said; words: string | null; fieldErrors: Record<string, string[]> }
  | { kind: "already"; cause: Said; words: string }
  | { kind: "notSent"; cause: Said; retryAfterSeconds: number | null }
  | { kind: "doneIdLost"; cause: Said }
  | { kind: "unknown"; cause: Said };

export type Evidence = ReturnType<typeof toEvidence>;
export type Outcome<T> = Verdict<T> & { evidence: Evidence };

/** The result of one exchange. */
export type ExchangeRecord = {
  status: number | null;
  headers: IncomingHttpHeaders;
  bytes: Uint8Array;
  failure?: HttpFailure | undefined;
  phases: Phases;
  /** 2 when the first try was refused because of its token. */
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
  return { ...verdictOf(record, judging), evidence: toEvidence(record) };
}

function unknown(cause: Said): Verdict<never> {
  return { kind: "unknown", cause };
}

function notSent(cause: Said, retryAfterSeconds: number | null = null): Verdict<never> {
  return { kind: "notSent", cause, retryAfterSeconds };
}

function verdictOf<T>(record: ExchangeRecord, judging: Judging<T>): Verdict<T> {
  const { status } = record;
  if (status === null) return judgeWithoutAnswer(record, judging);
  if (status >= 200 && status < 300) return judgeSuccess(record, status, judging);
  if (record.failure === undefined) return judgeRefusal(record, status, judging);
  return unknown(
    say("The answer {status} broke off. The operation may or may not have been carried out.", { status }),
  );
}

function judgeWithoutAnswer<T>(record: ExchangeRecord, judging: Judging<T>): Verdict<T> {
  const words = record.failure?.message ?? say("no answer came");
  if (record.phases.connectedMs === undefined) {
    return notSent(say("No connection to the service: {words}. Nothing was sent.", { words }));
  }
  if (isCutUpload(record, judging)) {
    return notSent(
      say("The transfer stopped early: {words}. The service cannot have accepted the file.", { words }),
    );
  }
  return unknown(
    say("No answer came: {words}. The operation may or may not have been carried out.", { words }),
  );
}

function judgeSuccess<T>(record: ExchangeRecord, status: number, judging: Judging<T>): Verdict<T> {
  const isOurs = isJson(contentTypeOf(record)) && isPlain(record.headers["content-encoding"]);
  const body = isOurs && record.failure === undefined ? parseJson(record.bytes) : undefined;
  const value = body === undefined ? undefined : judging.read(body);
  if (value !== undefined) return { kind: "done", value };
  if (status === 201 && isOurs) {
    return {
      kind: "doneIdLost",
      cause: say("Created, but the service’s answer was unusable. The number is not known."),
    };
  }
  return unknown(
    record.failure === undefined
      ? say(
          "The service answered {status}, but the answer is unusable. The operation may or may not have been carried out.",
          { status },
        )
      : say(
          "The service answered {status}, but the answer broke off. The operation may or may not have been carried out.",
          { status },
        ),
  );
}

function judgeRefusal<T>(record: ExchangeRecord, status: number, judging: Judging<T>): Verdict<T> {
  if (status === 429 || status === 425) {
    return notSent(
      say("The service asked to slow down ({status}) and did not accept the call. Nothing was done.", {
        status,
      }),
      readRetryAfter(record),
    );
  }
  const { error, words } = readWords(record);
  if (status === 408 || status === 303 || status < 200 || status >= 500) {
    if (!isCutUpload(record, judging)) {
      return unknown(
        say("The service answered {status}. The operation may or may not have been carried out.", { status }),
      );
    }
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
    return notSent(cause, readRetryAfter(record));
  }
  if (status < 400) {
    const cause = say(
      "The service's address answers with a redirect, which is never followed. Nothing was done.",
    );
    return { kind: "refused", cause, words: null, fieldErrors: {} };
  }
  if (status === 400 && error.alreadyExists !== null) {
    const already = storableText(redact(error.alreadyExists, WORDS_LENGTH_MAX));
    return {
      kind: "already",
      cause: say("The service says: “{words}”.", { words: already }),
      words: already,
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
  };
}

/** The request's last byte never left, and without it the service cannot have carried out anything. */
function isCutUpload<T>(record: ExchangeRecord, judging: Judging<T>): boolean {
  return judging.isUnusableWhenCut === true && record.phases.requestSentMs === undefined;
}

/** The service's words in an error answer, and its sentences as one text; null without any. */
function readWords(record: ExchangeRecord) {
  const error = readErrorBody(isJson(contentTypeOf(record)) ? parseJson(record.bytes) : undefined);
  const said = [
    error.detail,
    ...Object.entries(error.fieldErrors).map(([field, texts]) => `${field}: ${texts.join(" ")}`),
  ]
    .filter((text) => text !== null)
    .join(" ");
  return { error, words: said === "" ? null : storableText(redact(said, WORDS_LENGTH_MAX)) };
}

function readRetryAfter(record: ExchangeRecord): number | null {
  const retryAfterMs = parseRetryAfter(record.headers["retry-after"]);
  return retryAfterMs === undefined ? null : Math.ceil(retryAfterMs / 1000);
}

/** What is stored about one exchange; no other header values, no token. */
function toEvidence(record: ExchangeRecord) {
  const { phases, tries } = record;
  // Reads more than is kept, whatever the width of characters, so that a secret across the cut is recognised and replaced.
  const start = Buffer.from(record.bytes.subarray(0, 4 * BODY_START_BYTES)).toString("utf8");
  return {
    /** People quote it; the journal finds it. */
    reference: newReference(),
    status: record.status,
    contentType: contentTypeOf(record) ?? null,
    /** Code of the failure that ended the exchange, if one did. */
    errorCode: record.failure?.code ?? null,
    phases,
    /** The first 8 KiB of the answer as text, redacted. */
    bodyStart: storableText(redact(start, BODY_START_BYTES)),
    bodyBytes: record.bytes.byteLength,
    durationMs: Math.max(0, Date.now() - Date.parse(phases.startedAt)),
    tries,
  };
}

/** The outcome of a call that could not even begin, for example without a token. */
export function notBegun<T>(cause: Said, retryAfterSeconds: number | null): Outcome<T> {
  const phases = { startedAt: new Date().toISOString() };
  const record = { status: null, headers: {}, bytes: new Uint8Array(), phases, tries: 0 };
  return { ...notSent(cause, retryAfterSeconds), evidence: toEvidence(record) };
}

function contentTypeOf({ headers }: ExchangeRecord): string | undefined {
  return headers["content-type"]?.slice(0, 200);
}
