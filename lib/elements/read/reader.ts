/*
 * Reads an answer of `…/element/simple` as it arrives: hashes the bytes, hands them to the frame piece by piece, waits when the receiver of
 * the elements must catch up, gives other requests their turn, and stops when cancelled. It must not know how the elements are used.
 */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AnswerFrame } from "./answer-frame.ts";
import type { ElementParser } from "./element-parser.ts";
import type { AnswerForm } from "../snapshot/meta.ts";
import { cancelledError, throwIfCancelled } from "../errors.ts";
import type { ElementLimits } from "./limit-errors.ts";

export interface ReadOptions {
  readonly limits: ElementLimits;
  readonly signal?: AbortSignal | undefined;
  /** Called after each window with the bytes received so far; reading waits for it (back-pressure). */
  readonly afterWindow: (bytesReceived: number) => Promise<void>;
}

/** The answer as it was received. */
interface AnswerFacts {
  readonly form: AnswerForm;
  readonly bytes: number;
  readonly sha256: string;
}

/** Longest stretch of work before other requests get their turn. */
const TURN_MS = 8;

/**
 * Reads a whole answer and hands each element to `handler`.
 * @param source the body of the answer, decompressed; its own errors pass through unchanged
 * @throws ElementsError TRUNCATED, NOT_JSON, SYNTAX, TRAILING_DATA, INVALID_UTF8, ELEMENT_TOO_LARGE, CANCELLED, and what the handler throws
 */
export async function readAnswer(
  source: AsyncIterable<Uint8Array>,
  handler: ElementParser,
  options: ReadOptions,
): Promise<AnswerFacts> {
  const reader = new AnswerFrame(handler, options.limits);
  const hash = createHash("sha256");
  let bytes = 0;
  let turnAt = performance.now();
  const parse = async (isEnd: boolean): Promise<void> => {
    throwIfCancelled(options.signal);
    reader.parse(isEnd);
    await options.afterWindow(bytes);
    if (performance.now() - turnAt > TURN_MS) {
      await nextTurn();
      turnAt = performance.now();
    }
  };
  try {
    for await (const chunk of untilCancelled(source, options.signal)) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let from = 0; from < chunk.length;) {
        from += reader.fill(chunk, from);
        if (reader.isFull) await parse(false);
      }
    }
    await parse(true);
  } finally {
    reader.close();
  }
  return { form: reader.form, bytes, sha256: hash.digest("hex") };
}

/** The source's chunks until the signal aborts, even if the source hangs forever. */
async function* untilCancelled(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let giveUp: (() => void) | undefined;
  const onAbort = (): void => giveUp?.();
  signal?.addEventListener("abort", onAbort, { once: true });
  let isFinished = false;
  try {
    for (;;) {
      throwIfCancelled(signal);
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = () => reject(cancelledError(signal));
        iterator.next().then(resolve, reject);
      });
      if (next.done === true) {
        isFinished = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    /* `return` of a hanging source never settles, so it is called but not awaited. */
    if (!isFinished) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
