/** Updates the registry's projects of one Cloud from the service's list, where it has one. Marks what is gone, never removes it. */
import { newId } from "#lib/core/ids.ts";
import { type CloudModel, type Db, type ProjectModel, inTransaction } from "#lib/db/client.ts";
import { hasValues } from "#lib/db/has-values.ts";
import { recordAudit, systemActor } from "#lib/audit/record.ts";
import { ADOPT_MS_MAX, dateOf } from "#lib/features/clouds/list-adoption.ts";
import type { CloudWithConnection } from "#lib/features/clouds/queries.ts";
import { listOptions, sharedReading, type Asked } from "#lib/features/clouds/shared-reading.ts";
import type { ReadState } from "#lib/features/clouds/schema.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { listAwaitedNames } from "#lib/features/operations/awaited.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { Project } from "#lib/service/client/records.ts";

const readShared = sharedReading({}, true);

/** Reads a Cloud's list of projects, once for all who ask at the same time. Never throws for the service's failures. */
export function readProjects(cloud: CloudWithConnection, asked: Asked = {}): Promise<ReadState> {
  const { id, connection, projectsReadAt: readAt } = cloud;
  return readShared({ id, connection, readAt }, asked, async (startedAt) => {
    const list = await tryCapability(connection.id, "listProjects", () =>
      clientFor(connection).listProjects(Number(cloud.serviceId), listOptions()),
    );
    if (!list.isAnswered) return null;
    await adopt(cloud, list.value, startedAt);
    return {};
  });
}

async function adopt(cloud: CloudModel, list: readonly Project[], startedAt: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const rows = await tx.project.findMany({ where: { cloudId: cloud.id } });
    const known = new Map(rows.map((row) => [Number(row.serviceId), row]));
    const listed = new Map(list.map((project) => [project.id, project]));
    const awaited = await listAwaitedNames(tx, creationsIn(cloud.id));
    const fresh = [...listed.values()].filter(
      (project) => !known.has(project.id) && !awaited.has(subjectName(project.name ?? "")),
    );
    await tx.project.createMany({
      data: fresh.map((project) => ({
        id: newId(),
        cloudId: cloud.id,
        serviceId: BigInt(project.id),
        createdAt: dateOf(project.createdAt) ?? startedAt,
        ...fieldsOf(project),
      })),
      skipDuplicates: true,
    });
    for (const row of rows) await follow(tx, row, listed.get(Number(row.serviceId)), startedAt);
    // A service that lists a Cloud's content has the Cloud.
    await tx.cloud.update({
      where: { id: cloud.id },
      data: { projectsReadAt: startedAt, unverifiedSince: null },
    });
    if (fresh.length === 0) return;
    await recordAudit(tx, {
      actor: systemActor(),
      action: "project.adopt",
      objectType: "cloud",
      objectId: cloud.id,
      after: { serviceIds: fresh.slice(0, 1000).map((project) => project.id), count: fresh.length },
    });
  }, ADOPT_MS_MAX);
}

async function follow(
  tx: Db,
  row: ProjectModel,
  project: Project | undefined,
  startedAt: Date,
): Promise<void> {
  if (project === undefined) {
    // A project created after the list was requested is not missing.
    if (row.missingSince !== null || row.createdAt >= startedAt) return;
    await tx.project.update({ where: { id: row.id }, data: { missingSince: startedAt } });
    return;
  }
  // A list requested before the deletion may still name the project.
  if (row.deletedAt !== null && row.deletedAt >= startedAt) return;
  const fields = fieldsOf(project);
  const isSame = hasValues(row, fields);
  if (isSame && row.missingSince === null && row.deletedAt === null) return;
  await tx.project.update({
    where: { id: row.id },
    data: {
      ...fields,
      missingSince: null,
      deletedAt: null,
      ...(isSame ? {} : { version: { increment: 1 } }),
    },
  });
}

/** Condition: the operations that create projects in a Cloud. */
export function creationsIn(cloudId: string) {
  return { kind: "CREATE_PROJECT", context: { path: ["cloudId"], equals: cloudId } } as const;
}

/** The service's record as columns of the registry. */
export function fieldsOf(project: Project) {
  const name = project.name ?? `Project ${String(project.id)}`;
  return {
    name,
    sortName: subjectName(name),
    description: project.description,
    status: project.status ?? "A",
    logo: project.logo,
    parentServiceId: project.parentId === null ? null : BigInt(project.parentId),
    mainModelId: project.mainModelId === null ? null : BigInt(project.mainModelId),
  };
}
