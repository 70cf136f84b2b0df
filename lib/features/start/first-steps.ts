/**
 * How far the setup of an installation is, up to the first exported table. Nothing is stored: each step is derived from what exists, so
 * that people can leave and continue anywhere. Asks at most one service, for the state of the newest model.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { getDb } from "#lib/db/client.ts";
import { LAST_CHECK } from "#lib/features/connections/queries.ts";
import { tryShowModels } from "#lib/features/models/queries.ts";
import { recallModels } from "#lib/features/models/remembered.ts";

/** True until the first export: from then on nobody needs the setup. One indexed query. */
export async function isBeginning(): Promise<boolean> {
  return (await getDb().exportRun.findFirst({ where: { state: "DONE" }, select: { id: true } })) === null;
}

/**
 * The current progress. `done`: how many of account, service, Cloud with a model, export are done.
 * @param isFirst as isBeginning() told
 */
export async function getFirstSteps(actor: Actor, isFirst: boolean) {
  requirePermission(actor, "portal:read");
  const [service, cloud] = await Promise.all([readServices(), findCloud()]);
  const model = await findModel(actor, cloud);
  const isModelReady = model !== null && (model.state === "ready" || model.state === "unstated");
  const isExported = !isFirst;
  const done = 1 + [service.isDone, isModelReady, isExported].filter(Boolean).length;
  return { service, cloud, model, isModelReady, isExported, done };
}

export type FirstSteps = Awaited<ReturnType<typeof getFirstSteps>>;

/** The built-in service, or live ones whose check passed. */
async function readServices() {
  const rows = await getDb().connection.findMany({
    where: { archivedAt: null },
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      kind: true,
      checks: { ...LAST_CHECK, select: { stoppedAt: true } },
    },
  });
  const builtinId = rows.find(({ kind }) => kind === "BUILTIN")?.id ?? null;
  const live = rows.filter(({ kind, checks: [check] }) => kind === "LIVE" && check?.stoppedAt === null);
  return {
    isDone: builtinId !== null || live.length > 0,
    builtinId,
    liveNames: live.map(({ name }) => name),
  };
}

const IN_VIEW = { archivedAt: null, deletedAt: null, missingSince: null };

type FoundCloud = { id: string; name: string; projectId: string | null };

/** The Cloud with the newest project, so that a Cloud in use comes before an abandoned one; null: there is none. */
async function findCloud(): Promise<FoundCloud | null> {
  const inView = { ...IN_VIEW, connection: { archivedAt: null } };
  const project = await getDb().project.findFirst({
    where: { ...IN_VIEW, cloud: inView },
    orderBy: { createdAt: "desc" },
    select: { id: true, cloud: { select: { id: true, name: true } } },
  });
  if (project !== null) return { ...project.cloud, projectId: project.id };
  const cloud = await getDb().cloud.findFirst({
    where: inView,
    orderBy: { createdAt: "desc" },
    select: { id: true, name: true },
  });
  return cloud === null ? null : { ...cloud, projectId: null };
}

/** The newest known model and its place; null: there is none. */
async function findModel(actor: Actor, cloud: FoundCloud | null) {
  if (cloud === null || cloud.projectId === null) return null;
  const { projectId } = cloud;
  // A service that does not answer must not block the page: its last list counts, or none.
  const list = (await tryShowModels(actor, projectId)) ?? (await recallModels(projectId));
  const models = list?.models ?? [];
  const model = models.find((candidate) => candidate.isQueryable) ?? models[0];
  if (model === undefined) return null;
  return {
    name: model.name,
    state: model.state,
    words: told(model.stateWords),
    error: model.errors[0] === undefined ? null : told(model.errors[0]),
    href: `/clouds/${cloud.id}/projects/${projectId}/models/${String(model.modelId)}`,
  };
}
