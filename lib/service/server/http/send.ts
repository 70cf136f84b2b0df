/**
 * Sends an answer's body with back-pressure: a caller that reads slowly costs one chunk, one that goes away frees what the body was
 * read from.
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
