/**
 * What an application may have (docs/service "Quotas"): a number of Clouds, and bytes of all documents in the Clouds that it created,
 * whoever sent them. A Cloud counts for the application that created it, even if it was given to others. Bytes are checked before an
 * upload, watched during the upload, and enforced in the transaction that writes its row.
 */
import { Prisma, type Db } from "#lib/db/client.ts";
import { detailError, type WireError } from "../http/errors.ts";

/** Bytes that may still be stored in this Cloud, at least 0; null without a limit. */
export async function findStorageLeft(cloudId: number, db: Db, lock = Prisma.empty): Promise<number | null> {
  const [limit] = await db.$queryRaw<{ creator: number; max: bigint }[]>`
    select app.id as creator, app.storage_bytes_max as max
    from service_cloud cloud join service_application app on app.id = cloud.creator_app_id
    where cloud.id = ${cloudId} and app.storage_bytes_max is not null ${lock}`;
  if (limit === undefined) return null;
  const { _sum: sum } = await db.serviceDocument.aggregate({
    where: { project: { cloud: { creatorAppId: limit.creator } } },
    _sum: { size: true },
  });
  const used = sum.size ?? 0n;
  return used >= limit.max ? 0 : Number(limit.max - used);
}

/**
 * Returns if a file of this size may be added. Call it in the transaction that adds the file: where there is a limit, the application's row
 * stays locked, so that concurrent uploads cannot exceed it together.
 * @throws WireError 402
 */
export async function requireStorageQuota(cloudId: number, size: number, tx: Db): Promise<void> {
  const left = await findStorageLeft(cloudId, tx, Prisma.sql`for update of app`);
  if (left !== null && size > left) throw storageQuotaError(left);
}

/** 402 with the remaining bytes. */
export function storageQuotaError(left: number): WireError {
  return detailError(
    402,
    `The files of this application may take ${left} bytes more, and this one is larger. Delete some, or ask the operator for more.`,
  );
}

/**
 * Returns if the application may create one more Cloud. Call it in the transaction that creates: where there is a limit, the application's
 * row stays locked, so that concurrent calls cannot exceed it together.
 * @throws WireError 402
 */
export async function requireCloudQuota(applicationId: number, tx: Db): Promise<void> {
  const [limit] = await tx.$queryRaw<{ clouds_max: number }[]>`
    SELECT clouds_max FROM service_application WHERE id = ${applicationId} AND clouds_max IS NOT NULL FOR UPDATE`;
  if (limit === undefined) return;
  const clouds = await tx.serviceCloud.count({ where: { creatorAppId: applicationId } });
  if (clouds < limit.clouds_max) return;
  throw detailError(
    402,
    `This application may have ${limit.clouds_max} clouds and has ${clouds}. Delete one, or ask the operator for more.`,
  );
}
