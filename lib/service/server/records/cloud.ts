/**
 * Cloud rows as the wire's records (docs/service "Cloud"), and the one condition under which an application sees a cloud.
 */
import { Prisma, type Db, type ServiceCloudModel } from "#lib/db/client.ts";
import type { CloudRecord } from "#lib/service/contract/records.ts";
import { orNotFound } from "../http/errors.ts";
import type { CloudCall } from "../http/route.ts";

/** Clouds that the application created or was given: part of the `where` of every query, so check and read are one statement. */
export function visibleTo(applicationId: number): Pick<Prisma.ServiceCloudWhereInput, "applications"> {
  return { applications: { some: { applicationId } } };
}

/** The `include` of a query whose rows become records. */
export const cloudInclude = { creatorApp: { select: { name: true } } } satisfies Prisma.ServiceCloudInclude;

export type CloudRow = Prisma.ServiceCloudGetPayload<{ include: typeof cloudInclude }>;

/** Has every mandatory array; creator is null because only applications create Clouds here. */
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

/**
 * All clouds that the application sees, by id, as the JSON text of their records. The database writes it: making a list of ten thousand row
 * by row blocks everybody else for half a second. `contract/operations/list-clouds` checks that it equals toCloudRecord.
 */
export async function listCloudRecords(applicationId: number, db: Db): Promise<string> {
  const [row] = await db.$queryRaw<{ records: string | null }[]>`
    SELECT json_agg(record ORDER BY id)::text AS records FROM (
      SELECT c.id, row_to_json(r) AS record
      FROM service_cloud c LEFT JOIN service_application a ON a.id = c.creator_app_id
        CROSS JOIN LATERAL (
          SELECT c.id, c.name, '[]'::json AS features, '[]'::json AS marketplace_apps, null::text AS organization,
            null::text AS creator, a.name AS creator_app, c.is_default, c.image,
            ${wireTime(Prisma.sql`c.created_at`)} AS created_at, ${wireTime(Prisma.sql`c.updated_at`)} AS updated_at
        ) r
      WHERE EXISTS (SELECT 1 FROM service_cloud_application s
        WHERE s.cloud_id = c.id AND s.application_id = ${applicationId})
    ) listed`;
  return row?.records ?? "[]";
}

/** A time in the form of Date.toISOString. */
const wireTime = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** @throws WireError 404 when the cloud is absent or another application's. */
export async function getVisibleCloud({ params, application, db }: CloudCall): Promise<ServiceCloudModel> {
  const where = { id: params.cloudId, ...visibleTo(application.id) };
  return orNotFound(await db.serviceCloud.findFirst({ where }));
}
