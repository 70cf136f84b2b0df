/**
 * A file being sent to the S3 store (multipart upload): parts are sent while the rest still arrives, and nothing exists under its key until
 * the last call, which makes the file appear in one step. Holds two parts in memory, one being filled, one being sent. Old uploads that
 * nobody will finish are ended: what a killed process sent stays in the store, invisible and paid for, until then.
 */
import { createHash } from "node:crypto";
import { takeIn } from "../intake.ts";
import type { StageOptions, StagedFile } from "../storage.ts";
import type { Ask, Connection } from "./connection.ts";
import { isAbsent } from "./failure.ts";
import { now } from "#lib/core/clock.ts";

/** The smallest size that stores accept for any part but the last; 10,000 such parts are 48 GiB. */
const PART_BYTES = 5 * 1024 * 1024;
const TYPE = "application/octet-stream";

type Part = { PartNumber: number; ETag: string };

/**
 * Sends a stream. @param patienceMs how long each part waits for an unreachable store
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
    const taken = await takeIn(source, options, (chunk) => upload.take(chunk));
    await upload.finish();
    return { ...taken, commit: () => upload.commit(), discard: () => upload.discard() };
  } catch (error) {
    await upload.discard();
    throw error;
  }
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

  /** Takes a chunk; waits while a part is being sent and the next part is already full. */
  async take(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.byteLength;) {
      const piece = chunk.subarray(from, from + PART_BYTES - this.#filledBytes);
      // Copied, because the sender of the chunk may reuse its memory.
      this.#filling.push(Uint8Array.from(piece));
      this.#filledBytes += piece.byteLength;
      from += piece.byteLength;
      if (this.#filledBytes === PART_BYTES) await this.#send();
    }
  }

  /** Sends everything to the store, except a file of one part, which is sent with the commit. */
  async finish(): Promise<void> {
    if (this.#uploadId !== null && this.#filledBytes > 0) await this.#send();
    await this.#sending;
  }

  async commit(): Promise<void> {
    if (this.#uploadId === null) await this.#putWhole();
    else await this.#complete(this.#uploadId);
    this.#isEnded = true;
  }

  /** Discards what was sent. What cannot be discarded now is swept later, so this never fails. */
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
    // The next part or `finish` reports a failure; without this line it would count as unhandled until then.
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

  /** Completes the upload. A repeated call whose first answer was lost finds the file instead of the upload. */
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
    return this.#connection.call(ask, { patienceMs, keep });
  }
}

function md5Of(body: Buffer): string {
  return createHash("md5").update(body).digest("base64");
}

const AGE_MAX_MS = 24 * 60 * 60 * 1000;

/** Returns how many uploads were ended. @throws StorageError when the store cannot list them (some cannot). */
export async function abandonUploads(connection: Connection, patienceMs: number): Promise<number> {
  const { bucket, call, nameOf } = connection;
  const page = await call((store) => store.listMultipartUploads({ Bucket: bucket, Prefix: nameOf("") }), {
    patienceMs,
  });
  let count = 0;
  for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
    const isOld = Initiated !== undefined && now().getTime() - Initiated.getTime() > AGE_MAX_MS;
    if (Key === undefined || UploadId === undefined || !isOld) continue;
    await call((store) => store.abortMultipartUpload({ Bucket: bucket, Key, UploadId }), { patienceMs });
    count += 1;
  }
  return count;
}
