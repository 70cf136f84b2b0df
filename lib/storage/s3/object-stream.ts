/**
 * The bytes of a stored object as a web stream that reads only on demand, always releases its connection, and fails when the store stops
 * sending or sends less than announced.
 */
import type { Readable } from "node:stream";
import { storeUnavailable } from "../errors.ts";

/** The longest silence of the store, counted only while somebody waits for bytes. */
const SILENCE_MS = 30_000;

/** A stream of exactly `size` bytes from an answer's body. */
export function streamObject(body: Readable, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  let received = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const silence = setTimeout(() => {
          body.destroy(storeUnavailable(new Error("The S3 store fell silent in the middle of a file.")));
        }, SILENCE_MS);
        try {
          const next = await chunks.next();
          if (next.done === true) {
            if (received !== size)
              throw new Error(`a file of ${String(size)} bytes ended at ${String(received)}`);
            controller.close();
            return;
          }
          const { value } = next;
          if (!(value instanceof Uint8Array))
            throw new Error("an answer of the S3 store is not made of bytes");
          received += value.byteLength;
          controller.enqueue(Uint8Array.from(value));
        } catch (error) {
          body.destroy();
          controller.error(error);
        } finally {
          clearTimeout(silence);
        }
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
