/**
 * The limits of an application (docs/service "Quotas"): how many clouds it may create. A Cloud counts for the application that created it,
 * even if it was given to others. Nothing is created here.
 */
import type { Db } from "#lib/db/client.ts";
import { detailError } from "../http/errors.ts";

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
