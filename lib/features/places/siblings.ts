/**
 * The neighbours of a Cloud, a project or a model: the lists behind the breadcrumb. Clouds and projects come from the registry; models from
 * their service, or from its last list while it does not answer.
 */
import { told } from "#lib/core/language/kept-texts.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getDb } from "#lib/db/client.ts";
import { orderOf, whereSearched } from "#lib/features/clouds/list/listing.ts";
import { getCloudModel } from "#lib/features/clouds/queries.ts";
import { worldOf } from "#lib/features/connections/world.ts";
import { showModels } from "#lib/features/models/queries.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { getProjectModel } from "#lib/features/projects/queries.ts";
import type { Place, Siblings, SiblingsQuery } from "./schema.ts";

const SHOWN_MAX = 50;
const IN_VIEW = { archivedAt: null, deletedAt: null };

/**
 * At most 50, including the place itself, by name; models newest first. Without a search, a project's neighbours are those under the same
 * parent, then all others of its Cloud. @throws AppError NOT_FOUND, or why the models could not be read
 */
export async function listSiblings(
  actor: Actor,
  query: SiblingsQuery,
  signal?: AbortSignal,
): Promise<Siblings> {
  requirePermission(actor, "portal:read");
  switch (query.of) {
    case "cloud":
      return listClouds(query);
    case "project":
      return listProjects(query);
    case "model":
      return listModels(actor, query, signal);
  }
}

async function listClouds({ id, q }: SiblingsQuery): Promise<Siblings> {
  const { connection } = await getCloudModel(id);
  const rows = await getDb().cloud.findMany({
    where: { AND: [{ connectionId: connection.id, ...IN_VIEW }, whereSearched(q)] },
    orderBy: orderOf("name"),
    take: SHOWN_MAX + 1,
  });
  return cut(rows.map((row) => toPlace(row, "cloud", `/clouds/${row.id}`, connection)));
}

async function listProjects({ id, q }: SiblingsQuery): Promise<Siblings> {
  const { cloud, parentServiceId } = await getProjectModel(id);
  const beside = q.trim() === "" ? { parentServiceId } : whereSearched(q);
  const rows = await getDb().project.findMany({
    where: { AND: [{ cloudId: cloud.id, ...IN_VIEW }, beside] },
    orderBy: orderOf("name"),
    take: SHOWN_MAX + 1,
  });
  return cut(
    rows.map((row) => toPlace(row, "project", `/clouds/${cloud.id}/projects/${row.id}`, cloud.connection)),
  );
}

async function listModels(actor: Actor, { id, q }: SiblingsQuery, signal?: AbortSignal): Promise<Siblings> {
  const { cloud } = await getProjectModel(id);
  const { models } = await showModels(actor, id, signal);
  const words = subjectName(q).split(" ");
  const matching = models.filter(({ name, modelId }) => {
    const text = `${subjectName(name)} ${String(modelId)}`;
    return words.every((word) => text.includes(word));
  });
  return cut(
    matching.map((model) => ({
      kind: "model",
      id: `${id}/${String(model.modelId)}`,
      name: model.name,
      detail: told(model.stateWords),
      href: `/clouds/${cloud.id}/projects/${id}/models/${String(model.modelId)}`,
      world: worldOf(cloud.connection),
    })),
  );
}

function toPlace(
  { id, name, serviceId }: { id: string; name: string; serviceId: bigint },
  kind: Place["kind"],
  href: string,
  connection: Parameters<typeof worldOf>[0],
): Place {
  return { kind, id, name, detail: String(serviceId), href, world: worldOf(connection) };
}

function cut(places: Siblings["places"]): Siblings {
  return { places: places.slice(0, SHOWN_MAX), isCut: places.length > SHOWN_MAX };
}
