/** The answer of the CSV bench as a stream of bytes that arrive while earlier ones are processed, as from a network. */
import { open } from "node:fs/promises";

const CHUNK_BYTES = 512 * 1024;

/** The bytes of a file in chunks, read one chunk ahead. A chunk is valid until the next one is requested. */
export async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  let [buffer, other] = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)];
  try {
    let reading = file.read(buffer);
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      reading = file.read(other);
      yield buffer.subarray(0, bytesRead);
      [buffer, other] = [other, buffer];
    }
  } finally {
    await file.close();
  }
}
