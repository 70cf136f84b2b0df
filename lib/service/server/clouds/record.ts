/**
 * Cloud rows as the wire's records (wire-facts.md "Cloud"), and the one condition under which an application sees a cloud.
 */
import { wireNotFound } from "../http/errors.ts";
import type { Db, Prisma } from "#lib/db/client.ts";
import type { CloudRecord } from "#lib/service/contract/records.ts";

/** Clouds the application created or was given: part of the `where` of every query, so check and read are one statement. */
export function visibleTo(applicationId: number): Pick<Prisma.ServiceCloudWhereInput, "applications"> {
  return { applications: { some: { applicationId } } };
}

/** What every cloud query includes. */
export const cloudInclude = { creatorApp: { select: { name: true } } } satisfies Prisma.ServiceCloudInclude;

export type CloudRow = Prisma.ServiceCloudGetPayload<{ include: typeof cloudInclude }>;

/** Complete to the last mandatory array; creator is null because only applications make clouds here. */
export function toCloudRecord(row: CloudRow): CloudRecord {
  return {
    id: row.id,
    name: row.name,
    features: [],
    marketplace_apps: [],
    organization: null,
    creator: null,
    creator_app: row.creatorApp?.name ?? null,
    is_default: row.isDefault,
    image: row.image,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** @throws WireError 404 when the cloud is absent or another application's. */
export async function getVisibleCloud(cloudId: number, applicationId: number, db: Db): Promise<CloudRow> {
  const row = await db.serviceCloud.findFirst({
    where: { id: cloudId, ...visibleTo(applicationId) },
    include: cloudInclude,
  });
  if (row === null) throw wireNotFound();
  return row;
}
