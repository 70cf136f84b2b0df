/**
 * Calls that may be repeated, because they read, or change or remove something by its number: within a time budget, with one renewal of the
 * token on 401, failures as ServiceError. Calls that create something or send email must not use this file.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { IncomingHttpHeaders } from "node:http";
import { readWhole } from "#lib/http/whole-answer.ts";
import { report, restMs, parseRetryAfter, type RetryRules, type Try, withRetries } from "#lib/http/retry.ts";
import type { HttpAnswer } from "#lib/http/exchange.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import type { HttpLimits } from "#lib/http/limits.ts";
import { cut } from "#lib/core/language/cut.ts";
import { redact } from "#lib/core/log/redact.ts";
import { readErrorBody } from "#lib/service/contract/errors.ts";
import { reachOf, type ServiceConnection } from "./connection.ts";
import {
  failedTry,
  ServiceError,
  serviceError,
  type ServiceErrorKind,
  type ServiceFailureKind,
  storableErrors,
  WORDS_LENGTH_MAX,
} from "./errors.ts";
import { isJson, isPlain, parseJson } from "./json.ts";
import { observedExchange } from "./observed.ts";
import { dropToken, getToken } from "./tokens.ts";

export type SafeCall = {
  /** POST only for repeatable calls: they name their target and create nothing. */
  method: "GET" | "PATCH" | "DELETE" | "POST";
  /** Sent as JSON, with PATCH. */
  json?: Readonly<Record<string, unknown>>;
  /** After the base address. */
  path: string;
  /** For messages, a clause such as "The clouds could not be read". */
  what: string;
  limits: HttpLimits;
  retries: RetryRules;
  signal?: AbortSignal | undefined;
  /** The answer is a file of any type instead of JSON. */
  isFile?: true;
};

const ERROR_BODY_BYTES_MAX = 64 * 1024;

/**
 * An answer of the 2xx class whose body has not been read yet; JSON unless it is empty (204).
 * @throws ServiceError
 */
export async function openAnswer(connection: ServiceConnection, call: SafeCall): Promise<HttpAnswer> {
  requireClosedCircuit(connection, call);
  return withRetries(call.retries, () => tryReported(connection, call), call.signal);
}

/** The whole body as a JSON value, undefined for 204. @throws ServiceError */
export async function readJson(connection: ServiceConnection, call: SafeCall): Promise<unknown> {
  requireClosedCircuit(connection, call);
  return withRetries(
    call.retries,
    async (): Promise<Try<unknown>> => {
      const opened = await tryReported(connection, call);
      if (!opened.ok) return opened;
      const { bytes, failure } = await readWhole(opened.value.body);
      if (failure !== undefined) return failedTry(call.what, failure);
      if (opened.value.status === 204) return { ok: true, value: undefined };
      const value = parseJson(bytes);
      if (value === undefined) {
        return {
          ok: false,
          repeat: false,
          error: serviceError("shape", call.what, kept("the answer is not JSON")),
        };
      }
      return { ok: true, value };
    },
    call.signal,
  );
}

function circuitOf(connection: ServiceConnection): string {
  return `${connection.id} ${String(connection.revision)}`;
}

function requireClosedCircuit(connection: ServiceConnection, call: SafeCall): void {
  const leftMs = restMs(circuitOf(connection));
  if (leftMs <= 0) return;
  const why = kept("the service failed several times in a row and is asked again in {retryAfterSeconds} s", {
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  });
  throw serviceError("notConnected", call.what, why, { retryAfterMs: leftMs });
}

const SILENT = new Set<ServiceErrorKind>(["notConnected", "timeout", "broken", "fault"]);

async function tryReported(connection: ServiceConnection, call: SafeCall): Promise<Try<HttpAnswer>> {
  const key = circuitOf(connection);
  try {
    const result = await tryOnce(connection, call);
    reportEnd(key, call, result.ok ? null : result.error);
    return result;
  } catch (thrown) {
    if (thrown instanceof ServiceError) reportEnd(key, call, thrown);
    throw thrown;
  }
}

function reportEnd(key: string, call: SafeCall, error: Error | null): void {
  const isTimeOver = (call.signal?.reason as { name?: unknown } | undefined)?.name === "TimeoutError";
  const isCancelled = error instanceof ServiceError && error.kind === "cancelled";
  // A person leaving says nothing about the service; a timeout of a waiting page does.
  if (isCancelled && !isTimeOver) return;
  report(key, error instanceof ServiceError && (SILENT.has(error.kind) || isCancelled));
}

async function tryOnce(connection: ServiceConnection, call: SafeCall): Promise<Try<HttpAnswer>> {
  try {
    const token = await getToken(connection, call.signal);
    const answer = await send(connection, call, token);
    if (answer.status !== 401) return await sort(call, answer);
    answer.discard();
    await dropToken(connection, token, call.signal);
    return await sort(call, await send(connection, call, await getToken(connection, call.signal)));
  } catch (thrown) {
    if (thrown instanceof HttpFailure) return failedTry(call.what, thrown);
    throw thrown;
  }
}

function send(connection: ServiceConnection, call: SafeCall, token: string): Promise<HttpAnswer> {
  const body = call.json === undefined ? undefined : Buffer.from(JSON.stringify(call.json));
  const url = new URL(connection.baseUrl + call.path);
  return observedExchange(connection, {
    method: call.method,
    url,
    reach: reachOf(connection.network, url),
    headers: {
      accept: call.isFile === true ? "*/*" : "application/json",
      authorization: `Bearer ${token}`,
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": String(body.length) }),
    },
    body,
    limits: call.limits,
    freshSocket: false,
    signal: call.signal,
  });
}

const KINDS: Record<number, ServiceFailureKind> = {
  401: "credentials",
  403: "forbidden",
  404: "notFound",
  405: "notAnswered",
  429: "throttled",
  501: "notAnswered",
};

async function sort(call: SafeCall, answer: HttpAnswer): Promise<Try<HttpAnswer>> {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) {
    const why = status === 204 ? undefined : unusable(headers, call.isFile === true);
    if (why === undefined) return { ok: true, value: answer };
    answer.discard();
    return { ok: false, repeat: false, error: serviceError("shape", call.what, why, { status }) };
  }
  const { words, fieldErrors } = await readWords(answer);
  const retryAfterMs = parseRetryAfter(headers["retry-after"]);
  const kind: ServiceFailureKind =
    KINDS[status] ?? (status >= 500 ? "fault" : status >= 300 && status < 400 ? "redirect" : "refused");
  const why =
    words === null
      ? kept("the service answered {status}", { status })
      : kept("the service answered {status} (“{words}”)", { status, words });
  const error = serviceError(kind, call.what, why, { status, words, fieldErrors, retryAfterMs });
  const repeat = kind === "throttled" || kind === "fault";
  return { ok: false, repeat, error, retryAfterMs };
}

function unusable(headers: IncomingHttpHeaders, isFile: boolean): string | undefined {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && !isPlain(encoding)) {
    return kept("the answer is compressed ({encoding}), which was not asked for", {
      encoding: cut(encoding, 40),
    });
  }
  if (!isFile && !isJson(headers["content-type"])) {
    const stated = headers["content-type"];
    const type = stated === undefined ? kept("of no stated type") : cut(stated, 80);
    return kept("the answer is {type}, not JSON", { type });
  }
  return undefined;
}

const NO_WORDS = { words: null, fieldErrors: {} };

/** The service's own sentences in an error answer, if they can be read cheaply. */
async function readWords(answer: HttpAnswer) {
  if (!isJson(answer.headers["content-type"])) {
    answer.discard();
    return NO_WORDS;
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of answer.body) {
      size += piece.length;
      if (size > ERROR_BODY_BYTES_MAX) return NO_WORDS;
      pieces.push(piece);
    }
  } catch (thrown) {
    if (thrown instanceof HttpFailure) return NO_WORDS;
    throw thrown;
  }
  const error = readErrorBody(parseJson(Buffer.concat(pieces)));
  const text = error.detail ?? Object.values(error.fieldErrors).flat().join(" ");
  return {
    words: text === "" ? null : redact(text, WORDS_LENGTH_MAX),
    fieldErrors: storableErrors(error.fieldErrors),
  };
}
