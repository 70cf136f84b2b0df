/**
 * Sends an answer's body with back-pressure: a caller that reads slowly costs one chunk of memory, and when a caller leaves, the body's
 * source is released.
 */
import type { ServerResponse } from "node:http";

/** Sends the body and ends the answer. @throws what reading the body throws; the answer is not ended then */
export async function sendBody({ body }: Response, outgoing: ServerResponse): Promise<void> {
  if (body !== null) {
    const reader = body.getReader();
    const stop = (): void => void reader.cancel().catch(() => undefined);
    outgoing.once("close", stop);
    for (;;) {
      const { done, value } = await reader.read();
      if (done || outgoing.destroyed) break;
      if (!outgoing.write(value)) await untilDrained(outgoing);
    }
    outgoing.removeListener("close", stop);
  }
  outgoing.end();
}

/**
 * Sends chunks, each valid until the second-next chunk is requested, and ends the answer. Their source is released, also when the caller
 * leaves. @throws what the chunks throw; the answer is not ended then
 */
export async function sendChunks(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  outgoing: ServerResponse,
): Promise<void> {
  let before: Promise<void> | null = null;
  for await (const chunk of chunks) {
    if (outgoing.destroyed) break;
    const written = write(chunk, outgoing);
    await before;
    before = written;
  }
  outgoing.end();
}

/** Resolves when the chunk is sent or the caller is gone. */
function write(chunk: Uint8Array, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.removeListener("close", done);
      resolve();
    };
    outgoing.once("close", done);
    outgoing.write(chunk, done);
  });
}

/** Resolves when more may be written or the caller is gone. */
function untilDrained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.removeListener("drain", done);
      outgoing.removeListener("close", done);
      resolve();
    };
    outgoing.once("drain", done);
    outgoing.once("close", done);
  });
}
