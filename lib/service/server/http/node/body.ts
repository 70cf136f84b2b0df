/**
 * The body of an incoming message as a web stream: read from the socket only on demand, so that an upload waits for a slow disk. Cancelling
 * does not close the socket, because that would lose the answer.
 */
import type { IncomingMessage } from "node:http";

/** Pieces as they arrive; fails when the sender leaves before the end. */
export function bodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer<ArrayBuffer>>;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
    },
    { highWaterMark: 0 },
  );
}
