/**
 * The limits of an application (docs/service "Quotas"): how many clouds it may create. A cloud counts at the application that
 * created it, whoever it was given to. Nothing here creates.
 */
import type { Db } from "#lib/db/client.ts";
import { detailError } from "../http/errors.ts";

/**
 * Passes when the application may create one more cloud. Call it in the transaction that creates: where there is a limit, the
 * application's row stays locked, so that several calls at once cannot pass it together.
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
