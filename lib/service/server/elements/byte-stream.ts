/**
 * Answers that are assembled while they are sent: chunks of a generator as a web stream, which makes the next chunk only on demand. A
 * failure on the way breaks the stream, so a cut answer is never mistaken for a complete one.
 */

export type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;

/** Collected bytes are handed on from this size on. */
export const CHUNK_BYTES = 128 * 1024;

/**
 * A stream over the chunks. The first chunk is made before this returns, so that an immediate failure still becomes an error answer.
 * @throws whatever the generator throws before its first chunk
 */
export async function openStream(chunks: Chunks): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  let first: IteratorResult<Uint8Array<ArrayBuffer>, void> | null = await chunks.next();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = first ?? (await chunks.next());
        first = null;
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
