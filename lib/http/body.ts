/** Reads an answer's body piece by piece within its limits. The caller sets the pace: nothing is read ahead. */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { IncomingMessage } from "node:http";
import type { HttpLimits } from "./limits.ts";
import { errorCode, HttpFailure, type HttpFailureKind, type Phases } from "./failure.ts";

export type BodyContext = {
  limits: HttpLimits;
  phases: Phases;
  elapsedMs: () => number;
  /** Why this side ended the exchange, if it did. */
  ended: () => HttpFailure | undefined;
  /** Ends the exchange and frees the socket. */
  end: (failure?: HttpFailure) => void;
};

/**
 * The body as pieces of bytes.
 * @throws HttpFailure timeout, reset, tooLarge or aborted; never ends silently before the end of the HTTP framing.
 */
export async function* iterateBody(
  answer: IncomingMessage,
  context: BodyContext,
): AsyncGenerator<Uint8Array> {
  const { limits, phases } = context;
  const failure = (kind: HttpFailureKind, code: string, words: string, cause?: unknown): HttpFailure =>
    new HttpFailure(kind, code, words, phases, cause);
  let size = 0;
  let idle: NodeJS.Timeout | undefined;
  const watch = (): void => {
    idle = setTimeout(() => {
      const words = kept("no byte came for {seconds} s", { seconds: limits.idleMs / 1000 });
      context.end(failure("timeout", "IDLE_LIMIT", words));
    }, limits.idleMs);
  };
  const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      watch();
      const next = await pieces.next();
      clearTimeout(idle);
      if (next.done === true) break;
      size += next.value.length;
      const { bodyBytesMax } = limits;
      if (bodyBytesMax !== null && size > bodyBytesMax) {
        const words = kept("the answer is larger than {bodyBytesMax} bytes", { bodyBytesMax });
        throw failure("tooLarge", "BODY_LIMIT", words);
      }
      yield next.value;
    }
    if (!answer.complete) throw failure("reset", "CUT", kept("the answer was cut off"));
    phases.completeMs = context.elapsedMs();
  } catch (thrown) {
    const own = context.ended();
    if (own !== undefined) throw own;
    if (thrown instanceof HttpFailure) throw thrown;
    throw failure("reset", errorCode(thrown), kept("the connection broke during the answer"), thrown);
  } finally {
    clearTimeout(idle);
    // Left early or broken: the rest is not wanted, and the socket cannot be reused.
    if (phases.completeMs === undefined) answer.destroy();
    context.end();
  }
}
