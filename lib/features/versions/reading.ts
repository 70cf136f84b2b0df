/**
 * Reads a project's models with their series, and records the service's changes: versions appear, change their order and vanish without
 * Portico.
 */
import { log } from "#lib/core/log/logger.ts";
import { dateOf } from "#lib/features/clouds/list-adoption.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { Model } from "#lib/service/client/records.ts";
import type { ReadOptions } from "#lib/service/client/calls/calling.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { headsToRead, inOrder, presenceOf, type Account, type Listed } from "./account.ts";
import { applyAccount, applyPresence, listSeries, noteReady } from "./registry.ts";
import type { Series } from "./series.ts";

/** Histories read per list; the next list reads further ones. */
const HISTORIES_MAX = 20;

/** Where a project's models are at their service. */
type VersionsPlace = {
  client: ServiceClient;
  projectId: string;
  cloudServiceId: number;
  projectServiceId: number;
};

/** @throws ServiceError why the models could not be read */
export async function readModels(place: VersionsPlace, options: ReadOptions = {}) {
  const { client, projectId, cloudServiceId, projectServiceId } = place;
  // Read before the list is requested: a series that changes meanwhile is left unchanged.
  const known = await listSeries(projectId);
  const models = await client.listModels(cloudServiceId, projectServiceId, options);
  const isChanged = await takeOver(place, models.flatMap(toListed), known, options);
  const series = isChanged ? await listSeries(projectId) : known;
  // Versions that are ready, which was not known before.
  const complete = new Set(models.flatMap(({ id, status }) => (status === "C" ? [id] : [])));
  const ready = series
    .flatMap(({ versions }) => versions)
    .filter(({ modelId, readyAt }) => readyAt === null && complete.has(modelId))
    .map(({ modelId }) => modelId);
  if (ready.length > 0) await noteReady(projectId, ready);
  return { models, series };
}

async function takeOver(
  place: VersionsPlace,
  listed: readonly Listed[],
  known: readonly Series[],
  options: ReadOptions,
): Promise<boolean> {
  const heads = headsToRead(listed, known).slice(0, HISTORIES_MAX);
  const accounts: Account[] = [];
  for (const head of heads) {
    const account = await readAccount(place, head, options);
    if (account !== null) accounts.push(account);
  }
  const ids = new Set(listed.map(({ modelId }) => modelId));
  let isChanged = accounts.length > 0;
  for (const account of inOrder(accounts, known)) await applyAccount(place.projectId, account, ids, known);
  const presence = presenceOf(listed, known);
  if (presence.length > 0) {
    await applyPresence(place.projectId, presence, known);
    isChanged = true;
  }
  return isChanged;
}

/** Null when the history could not be read: the list matters more, and the next reading tries again. */
async function readAccount(
  place: VersionsPlace,
  head: Listed,
  options: ReadOptions,
): Promise<Account | null> {
  const { client, cloudServiceId, projectServiceId } = place;
  const { kept, documentId } = head;
  if (kept === null || documentId === null) return null;
  if (kept.older === 0) return { mark: kept.mark, versions: [head] };
  try {
    const older = await client.listDocumentHistory(cloudServiceId, projectServiceId, documentId, options);
    const versions = older.flatMap(({ id, modelId, fileName, createdAt }): Listed[] =>
      modelId === null || modelId === head.modelId
        ? []
        : [
            {
              modelId,
              documentId: id,
              fileName: fileName ?? head.fileName,
              addedAt: dateOf(createdAt),
              kept,
            },
          ],
    );
    return { mark: kept.mark, versions: [...versions.reverse(), head] };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    log.info("the history of a document could not be read", { documentId, kind: thrown.kind });
    return null;
  }
}

/** A model as series know it; one that the service is deleting no longer counts. */
function toListed(model: Model): Listed[] {
  if (model.status === "D") return [];
  return [
    {
      modelId: model.id,
      documentId: model.documentId,
      fileName: fileNameOf(model),
      addedAt: dateOf(model.createdAt),
      kept: model.kept,
    },
  ];
}

/** The name of a version. */
export function fileNameOf(model: Pick<Model, "id" | "fileName" | "name">): string {
  return model.fileName ?? model.name ?? `Model ${String(model.id)}`;
}
