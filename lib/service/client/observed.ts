/**
 * Every call to a service goes through this file. It notes for each exchange what may be shown later, and no content. lib/features/requests
 * takes the notes; without a taker nothing is noted.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { now } from "#lib/core/clock.ts";
import { redact } from "#lib/core/log/redact.ts";
import { exchange, type HttpAnswer, type HttpRequest } from "#lib/http/exchange.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import type { ServiceConnection } from "./connection.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

/** One exchange, in figures. Times in milliseconds, sizes in bytes of bodies. */
export type CallNote = {
  at: Date;
  connectionId: string;
  connectionRevision: number;
  method: string;
  /** Path and query, without secrets. */
  path: string;
  /** Null: no answer came. */
  status: number | null;
  durationMs: number;
  /** Null: not known in advance. */
  requestBytes: number | null;
  responseBytes: number;
  contentType: string | null;
  /** The service's own name for this exchange, for its log. */
  reference: string | null;
  /** Why the exchange broke off. */
  cause: string | null;
  operationId: string | null;
};

const shared = oncePerProcess("call notes", () => ({
  taker: null as ((note: CallNote) => void) | null,
  operation: new AsyncLocalStorage<string>(),
  background: new AsyncLocalStorage<true>(),
}));

/** Sets the function that takes the notes; null: none. */
export function takeCallNotes(taker: ((note: CallNote) => void) | null): void {
  shared.taker = taker;
}

/** Runs `work`; its calls belong to this operation. */
export function duringOperation<T>(operationId: string, work: () => Promise<T>): Promise<T> {
  return shared.operation.run(operationId, work);
}

/** Runs `work`, which repeats in the background without anybody waiting; only its failed calls are noted. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return shared.background.run(true, work);
}

const REFERENCE_HEADERS = ["x-request-id", "x-correlation-id", "x-trace-id", "request-id"];

/** Like `exchange`, noted when the answer was read, was abandoned, or never came. @throws HttpFailure */
export async function observedExchange(
  connection: Pick<ServiceConnection, "id" | "revision">,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const { taker } = shared;
  if (taker === null) return exchange(request);
  const isQuiet = shared.background.getStore() === true;
  const beganMs = performance.now();
  const { url, method, body } = request;
  const stated = Number(request.headers["content-length"] ?? Number.NaN);
  const begun = {
    at: now(),
    connectionId: connection.id,
    connectionRevision: connection.revision,
    method,
    path: redact(url.pathname + url.search, 1000),
    requestBytes: body instanceof Uint8Array ? body.length : Number.isSafeInteger(stated) ? stated : null,
    operationId: shared.operation.getStore() ?? null,
  };
  const noAnswer = { status: null, contentType: null, reference: null };
  const durationMs = (): number => Math.round(performance.now() - beganMs);
  let answer: HttpAnswer;
  try {
    answer = await exchange(request);
  } catch (thrown) {
    taker({ ...begun, ...noAnswer, durationMs: durationMs(), responseBytes: 0, cause: causeOf(thrown) });
    throw thrown;
  }
  const { status, headers } = answer;
  let responseBytes = 0;
  let isNoted = false;
  const note = (cause: string | null): void => {
    if (isNoted) return;
    isNoted = true;
    if (isQuiet && cause === null && status < 400) return;
    const reference = REFERENCE_HEADERS.map((name) => headers[name]).find(
      (value) => typeof value === "string",
    );
    taker({
      ...begun,
      status,
      durationMs: durationMs(),
      responseBytes,
      contentType: headers["content-type"]?.slice(0, 100) ?? null,
      reference: typeof reference === "string" ? redact(reference, 200) : null,
      cause,
    });
  };
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of answer.body) {
        responseBytes += piece.length;
        yield piece;
      }
      note(null);
    } catch (thrown) {
      note(causeOf(thrown));
      throw thrown;
    } finally {
      note(kept("the rest of the answer was not needed"));
    }
  }
  return {
    ...answer,
    body: counted(),
    discard: () => {
      note(null);
      answer.discard();
    },
  };
}

function causeOf(thrown: unknown): string {
  return thrown instanceof HttpFailure ? redact(thrown.message, 500) : kept("the call broke off");
}
