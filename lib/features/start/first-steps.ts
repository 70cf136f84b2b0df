/**
 * How far an installation is on its way to the first exported table. Nothing of it is stored: each step is read off what is there, so that
 * the way can be left and taken up again anywhere. It asks one service at most, for the state of the newest model.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { AppError } from "#lib/core/errors.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { getDb } from "#lib/db/client.ts";
import { showModels } from "#lib/features/models/queries.ts";
import { recallModels } from "#lib/features/models/remembered.ts";
import type { ModelView } from "#lib/features/models/schema.ts";

export type FirstSteps = {
  /** The built-in service, or a live one whose check went through. */
  service: { isDone: boolean; builtinId: string | null; liveNames: string[] };
  /** The newest cloud with its newest project; null: there is none. */
  cloud: { id: string; name: string; projectId: string | null } | null;
  /** The newest model that was seen, and where; null: there is none. */
  model: {
    name: string;
    state: ModelView["state"];
    words: string;
    error: string | null;
    href: string;
  } | null;
  /** Done when a model's elements can be asked for. */
  isModelReady: boolean;
  isExported: boolean;
  /** Of account, service, Cloud with a model, export. */
  done: number;
};

/** True until something was exported: from then on nobody needs the way there. One indexed question. */
export async function isBeginning(): Promise<boolean> {
  return (await getDb().exportRun.findFirst({ where: { state: "DONE" }, select: { id: true } })) === null;
}

/** How far it is. */
export async function getFirstSteps(actor: Actor): Promise<FirstSteps> {
  requirePermission(actor, "portal:read");
  const [service, cloud, isFirst] = await Promise.all([readServices(), findCloud(), isBeginning()]);
  const model = await findModel(actor, cloud);
  const isModelReady = model !== null && (model.state === "ready" || model.state === "unstated");
  const isExported = !isFirst;
  const done = 1 + [service.isDone, isModelReady, isExported].filter(Boolean).length;
  return { service, cloud, model, isModelReady, isExported, done };
}

async function readServices(): Promise<FirstSteps["service"]> {
  const rows = await getDb().connection.findMany({
    where: { archivedAt: null },
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      kind: true,
      checks: {
        where: { purpose: "CONNECTION" },
        orderBy: { at: "desc" },
        take: 1,
        select: { stoppedAt: true },
      },
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

/** The one with the newest project, so that a cloud in use goes before one that was made and left. */
async function findCloud(): Promise<FirstSteps["cloud"]> {
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

async function findModel(actor: Actor, cloud: FirstSteps["cloud"]): Promise<FirstSteps["model"]> {
  if (cloud === null || cloud.projectId === null) return null;
  const models = await readModels(actor, cloud.projectId);
  const model = models.find((candidate) => candidate.isQueryable) ?? models[0];
  if (model === undefined) return null;
  return {
    name: model.name,
    state: model.state,
    words: told(model.stateWords),
    error: model.errors[0] === undefined ? null : told(model.errors[0]),
    href: `/clouds/${cloud.id}/projects/${cloud.projectId}/models/${String(model.modelId)}`,
  };
}

/** A service that is silent does not stop the page: what it said last counts, or nothing. */
async function readModels(actor: Actor, projectId: string): Promise<readonly ModelView[]> {
  try {
    return (await showModels(actor, projectId)).models;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !thrown.expected) throw thrown;
    return (await recallModels(projectId))?.models ?? [];
  }
}
