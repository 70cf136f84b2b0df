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
  const { take, finish, commit, discard } = beginUpload(connection, target);
  try {
    const taken = await takeIn(source, options, take);
    await finish();
    return { ...taken, commit, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function beginUpload(connection: Connection, { key, patienceMs }: { key: string; patienceMs: number }) {
  const object = { Bucket: connection.bucket, Key: connection.nameOf(key) };
  const parts: { PartNumber: number; ETag: string }[] = [];
  let filling: Uint8Array[] = [];
  let filledBytes = 0;
  let uploadId: string | null = null;
  let sending: Promise<void> = Promise.resolve();
  let isEnded = false;
  const call = <T>(ask: Ask<T>): Promise<T> => connection.call(ask, { patienceMs });

  function takeBody(): Buffer {
    const body = Buffer.concat(filling);
    filling = [];
    filledBytes = 0;
    return body;
  }

  async function send(): Promise<void> {
    const body = takeBody();
    await sending;
    const id = (uploadId ??= await begin());
    const number = parts.length + 1;
    parts.push({ PartNumber: number, ETag: "" });
    sending = sendPart(id, number, body);
    // The next part or `finish` reports a failure; without this line it would count as unhandled until then.
    sending.catch(() => undefined);
  }

  async function begin(): Promise<string> {
    const { UploadId } = await call((store) => store.createMultipartUpload({ ...object, ContentType: TYPE }));
    if (UploadId === undefined) throw new Error("the S3 store began an upload without a number");
    return UploadId;
  }

  async function sendPart(id: string, number: number, body: Buffer): Promise<void> {
    const part = { ...object, UploadId: id, PartNumber: number, Body: body, ContentMD5: md5Of(body) };
    const { ETag } = await call((store) => store.uploadPart(part));
    if (ETag === undefined) throw new Error("the S3 store took a part without naming it");
    parts[number - 1] = { PartNumber: number, ETag };
  }

  /** Completes the upload. A repeated call whose first answer was lost finds the file instead of the upload. */
  async function complete(id: string): Promise<void> {
    const upload = { ...object, UploadId: id, MultipartUpload: { Parts: parts } };
    const options = { patienceMs, keep: isAbsent };
    await connection
      .call((store) => store.completeMultipartUpload(upload), options)
      .catch(async (error: unknown) => {
        if (!isAbsent(error)) throw error;
        await call((store) => store.headObject(object));
      });
  }

  return {
    /** Takes a chunk; waits while a part is being sent and the next part is already full. */
    take: async (chunk: Uint8Array): Promise<void> => {
      for (let from = 0; from < chunk.byteLength;) {
        const piece = chunk.subarray(from, from + PART_BYTES - filledBytes);
        // Copied, because the sender of the chunk may reuse its memory.
        filling.push(Uint8Array.from(piece));
        filledBytes += piece.byteLength;
        from += piece.byteLength;
        if (filledBytes === PART_BYTES) await send();
      }
    },
    /** Sends everything to the store, except a file of one part, which is sent with the commit. */
    finish: async (): Promise<void> => {
      if (uploadId !== null && filledBytes > 0) await send();
      await sending;
    },
    commit: async (): Promise<void> => {
      if (uploadId === null) {
        const body = takeBody();
        const facts = { ContentLength: body.length, ContentMD5: md5Of(body), ContentType: TYPE };
        await call((store) => store.putObject({ ...object, ...facts, Body: body }));
      } else await complete(uploadId);
      isEnded = true;
    },
    /** Discards what was sent. What cannot be discarded now is swept later, so this never fails. */
    discard: async (): Promise<void> => {
      if (isEnded) return;
      isEnded = true;
      filling = [];
      await sending.catch(() => undefined);
      const id = uploadId;
      if (id === null) return;
      await connection
        .call((store) => store.abortMultipartUpload({ ...object, UploadId: id }), { patienceMs: 0 })
        .catch(() => undefined);
    },
  };
}

function md5Of(body: Buffer): string {
  return createHash("md5").update(body).digest("base64");
}

const AGE_MAX_MS = 24 * 60 * 60 * 1000;

/** Returns how many uploads were ended. @throws StorageError when the store cannot list them (some cannot). */
export async function abandonUploads({ bucket, call, nameOf }: Connection): Promise<number> {
  const page = await call((store) => store.listMultipartUploads({ Bucket: bucket, Prefix: nameOf("") }));
  let count = 0;
  for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
    const isOld = Initiated !== undefined && now().getTime() - Initiated.getTime() > AGE_MAX_MS;
    if (Key === undefined || UploadId === undefined || !isOld) continue;
    await call((store) => store.abortMultipartUpload({ Bucket: bucket, Key, UploadId }));
    count += 1;
  }
  return count;
}
