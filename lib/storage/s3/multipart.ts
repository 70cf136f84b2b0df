/**
 * A file on its way into the S3 store (multipart upload): parts go out while the rest still arrives, and nothing is there under
 * its key until the last call, which makes the file appear in one step. Holds two parts in memory, one filling, one going out.
 */
import { createHash } from "node:crypto";
import { fileTooLarge, transferCancelled } from "../errors.ts";
import type { StageOptions, StagedFile } from "../storage.ts";
import type { Ask, Connection } from "./connection.ts";
import { isAbsent } from "./failure.ts";

/** The smallest that stores take for any part but the last; 10,000 of them are 48 GiB. */
const PART_BYTES = 5 * 1024 * 1024;
const TYPE = "application/octet-stream";

type Part = { PartNumber: number; ETag: string };

/**
 * Sends a stream. @param patienceMs how long each part waits for a store that is away
 * @throws StorageError FILE_TOO_LARGE, STORAGE_FULL, STORE_UNAVAILABLE, CANCELLED; whatever the source throws.
 */
export async function stageMultipart(
  connection: Connection,
  target: { key: string; patienceMs: number },
  source: AsyncIterable<Uint8Array>,
  options: StageOptions,
): Promise<StagedFile> {
  const upload = new MultipartUpload(connection, target);
  try {
    const { size, sha256 } = await sendAll(upload, source, options);
    return { size, sha256, commit: () => upload.commit(), discard: () => upload.discard() };
  } catch (error) {
    await upload.discard();
    throw error;
  }
}

async function sendAll(
  upload: MultipartUpload,
  source: AsyncIterable<Uint8Array>,
  { sizeMax, signal }: StageOptions,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of source) {
    if (signal?.aborted === true) throw transferCancelled(signal.reason);
    size += chunk.byteLength;
    if (size > sizeMax) throw fileTooLarge(sizeMax);
    hash.update(chunk);
    await upload.take(chunk);
  }
  if (signal?.aborted === true) throw transferCancelled(signal.reason);
  await upload.finish();
  return { size, sha256: hash.digest("hex") };
}

class MultipartUpload {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #patienceMs: number;
  readonly #parts: Part[] = [];
  #filling: Uint8Array[] = [];
  #filledBytes = 0;
  #uploadId: string | null = null;
  #sending: Promise<void> = Promise.resolve();
  #isEnded = false;

  constructor(connection: Connection, { key, patienceMs }: { key: string; patienceMs: number }) {
    this.#connection = connection;
    this.#key = connection.nameOf(key);
    this.#patienceMs = patienceMs;
  }

  /** Keeps a chunk; waits while a part is going out and the next one is full already. */
  async take(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.byteLength;) {
      const piece = chunk.subarray(from, from + PART_BYTES - this.#filledBytes);
      // The sender of the chunk may use its memory again.
      this.#filling.push(Uint8Array.from(piece));
      this.#filledBytes += piece.byteLength;
      from += piece.byteLength;
      if (this.#filledBytes === PART_BYTES) await this.#send();
    }
  }

  /** Everything but a file of one part is at the store afterwards; that one goes with the commit. */
  async finish(): Promise<void> {
    if (this.#uploadId !== null && this.#filledBytes > 0) await this.#send();
    await this.#sending;
  }

  async commit(): Promise<void> {
    if (this.#uploadId === null) await this.#putWhole();
    else await this.#complete(this.#uploadId);
    this.#isEnded = true;
  }

  /** Forgets what was sent. What cannot be forgotten now is swept later, so this never fails. */
  async discard(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#filling = [];
    await this.#sending.catch(() => undefined);
    const uploadId = this.#uploadId;
    if (uploadId === null) return;
    await this.#call(
      (store) =>
        store.abortMultipartUpload({ Bucket: this.#connection.bucket, Key: this.#key, UploadId: uploadId }),
      0,
    ).catch(() => undefined);
  }

  async #send(): Promise<void> {
    const body = this.#takeBody();
    await this.#sending;
    const uploadId = (this.#uploadId ??= await this.#begin());
    const number = this.#parts.length + 1;
    this.#parts.push({ PartNumber: number, ETag: "" });
    this.#sending = this.#sendPart(uploadId, number, body);
    // The next part or finish reports a failure; without this it would count as unhandled until then.
    this.#sending.catch(() => undefined);
  }

  #takeBody(): Buffer {
    const body = Buffer.concat(this.#filling);
    this.#filling = [];
    this.#filledBytes = 0;
    return body;
  }

  async #begin(): Promise<string> {
    const { UploadId } = await this.#call((store) =>
      store.createMultipartUpload({ Bucket: this.#connection.bucket, Key: this.#key, ContentType: TYPE }),
    );
    if (UploadId === undefined) throw new Error("the S3 store began an upload without a number");
    return UploadId;
  }

  async #sendPart(uploadId: string, number: number, body: Buffer): Promise<void> {
    const { ETag } = await this.#call((store) =>
      store.uploadPart({
        Bucket: this.#connection.bucket,
        Key: this.#key,
        UploadId: uploadId,
        PartNumber: number,
        Body: body,
        ContentMD5: md5Of(body),
      }),
    );
    if (ETag === undefined) throw new Error("the S3 store took a part without naming it");
    this.#parts[number - 1] = { PartNumber: number, ETag };
  }

  async #putWhole(): Promise<void> {
    const body = this.#takeBody();
    await this.#call((store) =>
      store.putObject({
        Bucket: this.#connection.bucket,
        Key: this.#key,
        Body: body,
        ContentLength: body.length,
        ContentMD5: md5Of(body),
        ContentType: TYPE,
      }),
    );
  }

  /** A repeated call whose first answer was lost finds no upload any more, but the file. */
  async #complete(uploadId: string): Promise<void> {
    const { bucket } = this.#connection;
    try {
      await this.#call(
        (store) =>
          store.completeMultipartUpload({
            Bucket: bucket,
            Key: this.#key,
            UploadId: uploadId,
            MultipartUpload: { Parts: this.#parts },
          }),
        this.#patienceMs,
        isAbsent,
      );
    } catch (error) {
      if (!isAbsent(error)) throw error;
      await this.#call((store) => store.headObject({ Bucket: bucket, Key: this.#key }));
    }
  }

  #call<T>(ask: Ask<T>, patienceMs = this.#patienceMs, keep?: (thrown: unknown) => boolean): Promise<T> {
    return this.#connection.call(ask, { patienceMs, ...(keep === undefined ? {} : { keep }) });
  }
}

function md5Of(body: Buffer): string {
  return createHash("md5").update(body).digest("base64");
}
