/** Reads the embedded service's registry for its operator. Secrets cannot be read: only their last four characters are stored. */
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Db, type Prisma } from "#lib/db/client.ts";
import { listSigningKeys, type SigningKeyView } from "#lib/service/server/oauth/keys.ts";
import type { Operator } from "./operator.ts";
import { findPortalClientId } from "./portal-application.ts";

export { KEY_AGE_DAYS_MAX } from "#lib/service/server/oauth/keys.ts";

const CLOUDS_SHOWN_MAX = 200;

export type SecretView = { hint: string; createdAt: Date };

export type SeenCloud = { id: number; name: string; isOwn: boolean; creatorName: string | null; since: Date };

const WITH_COUNTS = {
  /** Live ones, oldest first. */
  secrets: { where: { revokedAt: null }, orderBy: { id: "asc" }, select: { hint: true, createdAt: true } },
  _count: { select: { created: true, clouds: true } },
} satisfies Prisma.ServiceApplicationInclude;

type Row = Prisma.ServiceApplicationGetPayload<{ include: typeof WITH_COUNTS }>;

/** All applications except that of rehearsals, the portal's own first, then by name. */
export async function listApplications(_operator: Operator, db: Db = getDb()) {
  const portal = await findPortalClientId(db);
  const rows = await db.serviceApplication.findMany({
    where: { isRehearsal: false },
    include: WITH_COUNTS,
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const given = await countGiven(db);
  return rows
    .map((row) => toView(row, portal, given.get(row.id) ?? 0))
    .toSorted((one, other) => Number(other.isPortal) - Number(one.isPortal));
}

/**
 * One application with the clouds that it sees, newest first; `isCut` when it sees more than are listed.
 * @throws AppError NOT_FOUND
 */
export async function getApplication(_operator: Operator, id: number, db: Db = getDb()) {
  const row = await db.serviceApplication.findUnique({ where: { id }, include: WITH_COUNTS });
  if (row === null) throw notFound(say("This application"));
  const seen = await db.serviceCloudApplication.findMany({
    where: { applicationId: id },
    include: {
      cloud: { select: { name: true, creatorAppId: true, creatorApp: { select: { name: true } } } },
    },
    orderBy: { cloudId: "desc" },
    take: CLOUDS_SHOWN_MAX + 1,
  });
  const given = await countGiven(db, id);
  return {
    application: toView(row, await findPortalClientId(db), given.get(id) ?? 0),
    clouds: seen.slice(0, CLOUDS_SHOWN_MAX).map(({ cloudId, cloud, createdAt }) => ({
      id: cloudId,
      name: cloud.name,
      isOwn: cloud.creatorAppId === id,
      creatorName: cloud.creatorApp?.name ?? null,
      since: createdAt,
    })),
    isCut: seen.length > CLOUDS_SHOWN_MAX,
  };
}

/** The published signing keys, newest first. */
export function listKeys(_operator: Operator, db: Db = getDb()): Promise<SigningKeyView[]> {
  return listSigningKeys(db);
}

async function countGiven(db: Db, id?: number): Promise<Map<number, number>> {
  const rows = await db.$queryRaw<{ id: number; given: number }[]>`
    SELECT s.application_id AS id, count(*)::int AS given
    FROM service_cloud_application s JOIN service_cloud c ON c.id = s.cloud_id
    WHERE c.creator_app_id IS DISTINCT FROM s.application_id AND (${id ?? null}::int IS NULL OR s.application_id = ${id ?? null})
    GROUP BY s.application_id`;
  return new Map(rows.map((row) => [row.id, row.given]));
}

function toView({ _count, ...row }: Row, portal: string | null, cloudsGiven: number) {
  return {
    ...row,
    /** Whether it is the portal's own application, which cannot be changed, rotated or disabled. */
    isPortal: row.clientId === portal,
    cloudsCreated: _count.created,
    /** Number of Clouds of other applications that it was given. */
    cloudsGiven,
  };
}

export type ApplicationView = ReturnType<typeof toView>;
