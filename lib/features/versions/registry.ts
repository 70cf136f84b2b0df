/**
 * The rows of series. Every change first takes its project's lock, so that two changes never start from the same state; data read from a
 * service is applied only to series that nobody changed since.
 */
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import {
  getDb,
  type Db,
  type ModelSeriesModel,
  type ModelVersionModel,
  inTransaction,
} from "#lib/db/client.ts";
import type { Account, Listed, Presence } from "./account.ts";
import { toVersion, type Series } from "./series.ts";

type Row = ModelSeriesModel & { versions: ModelVersionModel[] };

const VERSIONS = { versions: { orderBy: { rank: "desc" } } } as const;

function toSeries({ id, revision, historyMark, versions }: Row): Series {
  return { id, revision, historyMark, versions: versions.map(toVersion) };
}

/** Every series of a project. */
export async function listSeries(projectId: string, db: Db = getDb()): Promise<Series[]> {
  const rows = await db.modelSeries.findMany({
    where: { projectId },
    include: VERSIONS,
    orderBy: { id: "asc" },
  });
  return rows.map(toSeries);
}

/** Locks the series of this project until the transaction ends. */
export async function lockSeries(projectId: string, tx: Db): Promise<void> {
  await tx.$queryRaw`SELECT id FROM project WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`;
}

export type NewVersion = {
  projectId: string;
  /** The version that it replaces; if that belongs to no series yet, it becomes the first of a new one. */
  replaced: Omit<Listed, "kept">;
  version: Omit<Listed, "kept">;
  addedByName: string;
};

/** Adds an uploaded model as the last version, after the one that it replaces. Repeating this has no further effect. */
export async function addVersion(
  tx: Db,
  { projectId, replaced, version, addedByName }: NewVersion,
): Promise<void> {
  await lockSeries(projectId, tx);
  const known = await findVersion(projectId, version.modelId, tx);
  if (known !== null) {
    // The service was read before the answer was recorded: only now is it known who uploaded the model.
    await tx.modelVersion.update({ where: whereOf(projectId, version.modelId), data: { addedByName } });
    return;
  }
  const before = await findVersion(projectId, replaced.modelId, tx);
  const seriesId = before?.seriesId ?? (await createSeries(projectId, tx));
  if (before === null)
    await insert(projectId, seriesId, replaced, { number: 1, rank: 1, addedByName: null }, tx);
  const next = await nextOf(seriesId, tx);
  await insert(projectId, seriesId, version, { ...next, addedByName }, tx);
  await tx.modelSeries.update({ where: { id: seriesId }, data: { revision: { increment: 1 } } });
}

/** Updates a series to the service's state. False when somebody changed it since `known` was read: the next reading does it. */
export function applyAccount(
  projectId: string,
  account: Account,
  listed: ReadonlySet<number>,
  known: readonly Series[],
): Promise<boolean> {
  return inTransaction(async (tx) => {
    await lockSeries(projectId, tx);
    const ids = account.versions.map(({ modelId }) => BigInt(modelId));
    const rows = await tx.modelVersion.findMany({ where: { projectId, modelServiceId: { in: ids } } });
    const touched = await tx.modelSeries.findMany({
      where: { id: { in: rows.map(({ seriesId }) => seriesId) } },
    });
    const isStale = touched.some(
      ({ id, revision }) => known.find((series) => series.id === id)?.revision !== revision,
    );
    if (isStale) return false;
    const rowOf = (modelId: number): ModelVersionModel | undefined =>
      rows.find(({ modelServiceId }) => Number(modelServiceId) === modelId);
    const named = account.versions.findLast(({ modelId }) => rowOf(modelId) !== undefined);
    if (named === undefined && account.versions.length < 2) return true;
    const seriesId =
      (named === undefined ? undefined : rowOf(named.modelId)?.seriesId) ??
      (await createSeries(projectId, tx));
    for (const [place, version] of account.versions.entries()) {
      const row = rowOf(version.modelId);
      const rank = place + 1;
      if (row?.seriesId === seriesId) {
        await tx.modelVersion.update({
          where: whereOf(projectId, version.modelId),
          data: { rank, missingSince: null },
        });
        continue;
      }
      if (row !== undefined) await tx.modelVersion.delete({ where: whereOf(projectId, version.modelId) });
      const { number } = await nextOf(seriesId, tx);
      await insert(projectId, seriesId, version, { number, rank, addedByName: row?.addedByName ?? null }, tx);
    }
    // Versions that the service lists as separate models have left the series; all others that are missing are gone.
    const others = { seriesId, modelServiceId: { notIn: ids } };
    const left = [...listed].map(BigInt);
    await tx.modelVersion.deleteMany({ where: { AND: [others, { modelServiceId: { in: left } }] } });
    await tx.modelVersion.updateMany({
      where: { ...others, missingSince: null },
      data: { missingSince: now() },
    });
    for (const { id } of touched)
      if (id !== seriesId)
        await tx.modelSeries.update({ where: { id }, data: { revision: { increment: 1 } } });
    await tx.modelSeries.deleteMany({
      where: { id: { in: touched.map(({ id }) => id) }, versions: { none: {} } },
    });
    await tx.modelSeries.update({
      where: { id: seriesId },
      data: { revision: { increment: 1 }, historyMark: account.mark },
    });
    return true;
  });
}

/** Records which versions are gone or have returned, except in series changed since `known` was read. */
export function applyPresence(
  projectId: string,
  changes: readonly Presence[],
  known: readonly Series[],
): Promise<void> {
  return inTransaction(async (tx) => {
    await lockSeries(projectId, tx);
    for (const { seriesId, gone, back } of changes) {
      const revision = known.find(({ id }) => id === seriesId)?.revision ?? 0;
      const own = await tx.modelSeries.updateMany({
        where: { id: seriesId, revision },
        data: { revision: { increment: 1 } },
      });
      if (own.count === 0) continue;
      const of = (ids: number[]) => ({ seriesId, modelServiceId: { in: ids.map(BigInt) } });
      await tx.modelVersion.updateMany({ where: of(gone), data: { missingSince: now() } });
      await tx.modelVersion.updateMany({ where: of(back), data: { missingSince: null } });
    }
  });
}

/** Records that versions are ready, those of which that was not known before. */
export async function noteReady(projectId: string, modelIds: readonly number[]): Promise<void> {
  const modelServiceId = { in: modelIds.map(BigInt) };
  const where = { projectId, modelServiceId, readyAt: null };
  await getDb().modelVersion.updateMany({ where, data: { readyAt: now() } });
}

const whereOf = (projectId: string, modelId: number) => ({
  projectId_modelServiceId: { projectId, modelServiceId: BigInt(modelId) },
});

function findVersion(projectId: string, modelId: number, tx: Db): Promise<ModelVersionModel | null> {
  return tx.modelVersion.findUnique({ where: whereOf(projectId, modelId) });
}

async function createSeries(projectId: string, tx: Db): Promise<string> {
  const id = newId();
  await tx.modelSeries.create({ data: { id, projectId, createdAt: now() } });
  return id;
}

/** The next number and rank of a series, never used before. */
async function nextOf(seriesId: string, tx: Db): Promise<{ number: number; rank: number }> {
  const { _max } = await tx.modelVersion.aggregate({
    where: { seriesId },
    _max: { number: true, rank: true },
  });
  return { number: (_max.number ?? 0) + 1, rank: (_max.rank ?? 0) + 1 };
}

async function insert(
  projectId: string,
  seriesId: string,
  { modelId, documentId, fileName, addedAt }: Omit<Listed, "kept">,
  given: { number: number; rank: number; addedByName: string | null },
  tx: Db,
): Promise<void> {
  await tx.modelVersion.create({
    data: {
      projectId,
      seriesId,
      fileName,
      addedAt,
      ...given,
      modelServiceId: BigInt(modelId),
      documentServiceId: documentId === null ? null : BigInt(documentId),
    },
  });
}
