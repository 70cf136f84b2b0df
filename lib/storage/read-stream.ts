/**
 * A file as a web stream that reads only on demand (a stalled client costs one chunk), always closes the file, and fails instead of ending
 * when the file is shorter than announced.
 */
import { open } from "node:fs/promises";
import type { ByteRange } from "./storage.ts";

const CHUNK_BYTES = 128 * 1024;

/** Opens `file`; the range is cut to the file's size. Throws what the system throws (ENOENT). */
export async function openFileStream(
  file: string,
  range?: ByteRange,
): Promise<{ size: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> }> {
  const handle = await open(file, "r");
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw Object.assign(new Error(`${file} is no file`), { code: "ENOENT" });
    const start = Math.min(range?.start ?? 0, facts.size);
    const end = Math.max(start, Math.min(range?.end ?? facts.size, facts.size));
    let position = start;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          try {
            if (position >= end) {
              await close();
              controller.close();
              return;
            }
            const buffer = new Uint8Array(Math.min(CHUNK_BYTES, end - position));
            const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, position);
            if (bytesRead === 0) throw new Error("a stored file became shorter while it was read");
            position += bytesRead;
            controller.enqueue(buffer.subarray(0, bytesRead));
          } catch (error) {
            await close();
            controller.error(error);
          }
        },
        cancel: close,
      },
      { highWaterMark: 0 },
    );
    return { size: end - start, stream };
  } catch (error) {
    await close();
    throw error;
  }
}
