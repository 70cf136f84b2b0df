/**
 * The body of an incoming message as a web stream: read from the socket only when the receiver asks, so that an upload waits where
 * the disk is slow. Cancelling leaves the socket alone: cutting it would swallow the answer.
 */
import type { IncomingMessage } from "node:http";

/** Pieces as they arrive; breaks when the sender goes away before the end. */
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
