/** Takes a file in from a stream, for every kind of store: not beyond its limit, and not when it is cancelled. */
import { createHash } from "node:crypto";
import { fileTooLarge, transferCancelled, translateWriteError } from "./errors.ts";
import type { StageOptions, Storage, StoredFile } from "./storage.ts";

/** Hands every chunk to `take`. @throws StorageError FILE_TOO_LARGE, CANCELLED; whatever the source or `take` throws */
export async function takeIn(
  source: AsyncIterable<Uint8Array>,
  { sizeMax, signal }: StageOptions,
  take: (chunk: Uint8Array) => Promise<void>,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of source) {
    if (signal?.aborted === true) throw transferCancelled(signal.reason);
    size += chunk.byteLength;
    if (size > sizeMax) throw fileTooLarge(sizeMax);
    hash.update(chunk);
    await take(chunk);
  }
  if (signal?.aborted === true) throw transferCancelled(signal.reason);
  return { size, sha256: hash.digest("hex") };
}

/** `putStream` of a store with this `stage`. */
export function putStreamBy(stage: Storage["stage"]): Storage["putStream"] {
  return async (...given) => {
    const { size, sha256, commit, discard } = await stage(...given);
    try {
      await commit();
    } catch (error) {
      await discard();
      throw translateWriteError(error);
    }
    return { size, sha256 };
  };
}
