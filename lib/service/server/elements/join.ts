/**
 * Several answers as one JSON object, streamed without parsing: the braces of each are left out, commas stand between. Holds
 * one chunk at a time; a file that cannot be read breaks the stream, so a cut answer is never taken for a whole one.
 */
import type { Storage } from "#lib/storage/storage.ts";
import { answerFileKey } from "./answers.ts";
import type { AnswerClass } from "./answers.ts";

const encoder = new TextEncoder();
/** An answer without elements. */
const EMPTY_BYTES = 2;

export type JoinedAnswer = { size: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> };

/** The union of some classes' answers; its size is known beforehand. */
export function joinAnswers(key: string, classes: readonly AnswerClass[], storage: Storage): JoinedAnswer {
  const filled = classes.filter((one) => one.bytes > EMPTY_BYTES);
  const inner = filled.reduce((sum, one) => sum + one.bytes - EMPTY_BYTES, 0);
  const size = EMPTY_BYTES + inner + Math.max(0, filled.length - 1);
  const chunks = iterateJoined(key, filled, storage);
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return { size, stream };
}

async function* iterateJoined(
  key: string,
  classes: readonly AnswerClass[],
  storage: Storage,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  yield encoder.encode("{");
  for (const [index, one] of classes.entries()) {
    if (index > 0) yield encoder.encode(",");
    const { stream, size } = await storage.openRead(answerFileKey(key, one), {
      start: 1,
      end: one.bytes - 1,
    });
    if (size !== one.bytes - EMPTY_BYTES) {
      await stream.cancel();
      throw new Error(`the answer of ${one.name} has another size than its index says`);
    }
    yield* stream;
  }
  yield encoder.encode("}");
}
