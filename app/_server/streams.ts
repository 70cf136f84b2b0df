import "server-only";

/**
 * Bytes as a response body, piece by piece: nothing is made before it can be sent, and a client that disconnects ends it. A failing source
 * breaks off the transfer, so that a partial answer never passes for a complete one.
 */
export function streamPieces(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}

/** A text in the same way. */
export function streamText(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return streamPieces(encoded(pieces));
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
