/**
 * Ends uploads that nobody will finish: what a killed process sent stays in the store, invisible and paid for, until the upload is ended.
 * Only old uploads, because several machines may share a bucket.
 */
import { now } from "#lib/core/clock.ts";
import type { Connection } from "./connection.ts";

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
