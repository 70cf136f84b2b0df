/**
 * Versions of a document (docs/service "Versions of a document"). The newest one is the head: the others point to it. Whatever changes a
 * series takes its project's lock first, so a series has one head at every moment.
 */
import type { Db } from "#lib/db/client.ts";
import { missingObjectText } from "#lib/service/contract/errors.ts";
import { fieldErrors } from "../http/errors.ts";

/** What a version needs to know of the one whose place it takes. */
export type Replaced = { headId: number };

/** The transaction is alone with the versions of this project; uploads without a predecessor do not wait. */
async function lockVersions(projectId: number, tx: Db): Promise<void> {
  await tx.$queryRaw`SELECT id FROM service_project WHERE id = ${projectId} FOR NO KEY UPDATE`;
}

/**
 * The series that a new document joins, named by any of its versions.
 * @throws WireError 400 when the project has no such document (any more).
 */
export async function getReplaced(projectId: number, documentId: number, tx: Db): Promise<Replaced> {
  await lockVersions(projectId, tx);
  const row = await tx.serviceDocument.findFirst({
    where: { id: documentId, projectId },
    select: { headId: true },
  });
  if (row === null) throw fieldErrors({ successor_of: [missingObjectText(documentId)] });
  return { headId: row.headId ?? documentId };
}

/** Makes a document the newest of a series; the head of until now becomes the version before it. Call it after the lock was taken. */
export async function becomeHead(documentId: number, { headId }: Replaced, tx: Db): Promise<void> {
  const series = { OR: [{ id: headId }, { headId }] };
  const { _max } = await tx.serviceDocument.aggregate({ where: series, _max: { versionRank: true } });
  await tx.serviceDocument.update({
    where: { id: documentId },
    data: { headId: null, versionRank: (_max.versionRank ?? 0) + 1 },
  });
  await tx.serviceDocument.updateMany({
    where: { ...series, NOT: { id: documentId } },
    data: { headId: documentId },
  });
}

/** Before a document leaves its series or goes: where it was the head, the newest of the others becomes that. */
export async function takeFromSeries(
  { id, projectId }: { id: number; projectId: number },
  tx: Db,
): Promise<void> {
  await lockVersions(projectId, tx);
  const row = await tx.serviceDocument.findUnique({ where: { id }, select: { headId: true } });
  if (row === null) return;
  if (row.headId !== null) {
    await tx.serviceDocument.update({ where: { id }, data: { headId: null } });
    // The head's record counts one less: lists that were made of it are not its own any more.
    await tx.serviceDocument.update({ where: { id: row.headId }, data: { headId: null } });
    return;
  }
  const next = await tx.serviceDocument.findFirst({
    where: { headId: id },
    orderBy: { versionRank: "desc" },
    select: { id: true },
  });
  if (next === null) return;
  await tx.serviceDocument.updateMany({
    where: { headId: id, NOT: { id: next.id } },
    data: { headId: next.id },
  });
  await tx.serviceDocument.update({ where: { id: next.id }, data: { headId: null } });
}

/** The head of the series that holds this document, after the lock was taken; null when the document is gone. */
export async function findLockedHead(
  { id, projectId }: { id: number; projectId: number },
  tx: Db,
): Promise<number | null> {
  await lockVersions(projectId, tx);
  const row = await tx.serviceDocument.findUnique({ where: { id }, select: { headId: true } });
  return row === null ? null : (row.headId ?? id);
}
