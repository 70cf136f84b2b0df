/**
 * Projects of a cloud (interface.md endpoint 3; wire-facts.md "Project" and "Neighbouring operations").
 */
import type { Db } from "#lib/db/client.ts";
import { isMissingRow } from "#lib/db/errors.ts";
import { getVisibleCloud } from "../clouds/record.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { projectPrefix } from "../ingest/keys.ts";
import { answerJson, answerJsonText, answerNothing } from "../http/answers.ts";
import { readBody } from "../http/body.ts";
import { wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge-again.ts";
import { idParam, type Route, type RouteContext } from "../http/route.ts";
import { emitEvent } from "../webhooks/emit.ts";
import { emitModelsDeleted } from "../webhooks/events.ts";
import { parseProjectChange, parseProjectInput } from "./input.ts";
import { getVisibleProject, projectInclude, projectsWhere, toProjectRecord } from "./record.ts";
import { renderTrees } from "./tree.ts";

/** Thousands of models, each told to whoever listens, take more than the usual five seconds. */
const DELETE_MS = 60_000;

function idsOf(context: RouteContext): { cloudId: number; projectId: number } {
  return { cloudId: idParam(context, "cloudId"), projectId: idParam(context, "projectId") };
}

async function createProject(context: RouteContext): Promise<Response> {
  const { application, db, request } = context;
  const cloudId = idParam(context, "cloudId");
  await getVisibleCloud(cloudId, application.id, db);
  const body = await readBody(request);
  const row = await judgeAgainIfGone(async () => {
    await getVisibleCloud(cloudId, application.id, db);
    const input = await parseProjectInput(body, { cloudId }, db);
    return db.$transaction(async (tx) => {
      const created = await tx.serviceProject.create({
        data: { ...input, cloudId },
        include: projectInclude,
      });
      await emitEvent(tx, cloudId, "project.creation", () => toProjectRecord(created));
      return created;
    });
  });
  return answerJson(201, toProjectRecord(row));
}

async function listProjects(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const cloud = await getVisibleCloud(idParam(context, "cloudId"), application.id, db);
  const rows = await db.serviceProject.findMany({
    where: projectsWhere(cloud.id, application.id),
    include: projectInclude,
    orderBy: { id: "asc" },
  });
  return answerJson(200, rows.map(toProjectRecord));
}

/** The same projects as trees (wire-facts.md): roots without `cloud`, each with its `children`. */
async function listTrees(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const cloud = await getVisibleCloud(idParam(context, "cloudId"), application.id, db);
  const rows = await db.serviceProject.findMany({
    where: projectsWhere(cloud.id, application.id),
    orderBy: { id: "asc" },
  });
  return answerJsonText(200, renderTrees(rows));
}

async function getProject(context: RouteContext): Promise<Response> {
  const row = await getVisibleProject(idsOf(context), context.application.id, context.db);
  return answerJson(200, toProjectRecord(row));
}

async function changeProject(context: RouteContext): Promise<Response> {
  const { application, db, request } = context;
  const ids = idsOf(context);
  await getVisibleProject(ids, application.id, db);
  const body = await readBody(request);
  try {
    const row = await judgeAgainIfGone(() =>
      db.$transaction(async (tx) => {
        await lockTree(ids.cloudId, tx);
        const changed = await tx.serviceProject.update({
          where: { id: ids.projectId, ...projectsWhere(ids.cloudId, application.id) },
          data: await parseProjectChange(body, ids, tx),
          include: projectInclude,
        });
        await emitEvent(tx, ids.cloudId, "project.update", () => toProjectRecord(changed));
        return changed;
      }),
    );
    return answerJson(200, toProjectRecord(row));
  } catch (thrown) {
    if (isMissingRow(thrown)) throw wireNotFound();
    throw thrown;
  }
}

/**
 * Changes of one cloud's projects come one after the other: two that are each no circle could together be one. Creating a project
 * is not held up by it.
 */
async function lockTree(cloudId: number, db: Db): Promise<void> {
  await db.$queryRaw`SELECT id FROM service_cloud WHERE id = ${cloudId} FOR NO KEY UPDATE`;
}

/** The rows go at once, the stored files by a job of the same transaction. Projects below it move to the top. */
async function deleteProject(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const ids = idsOf(context);
  await db.$transaction(
    async (tx) => {
      await getVisibleProject(ids, application.id, tx);
      await emitModelsDeleted(tx, ids.cloudId, ids.projectId);
      const { count } = await tx.serviceProject.deleteMany({
        where: { id: ids.projectId, ...projectsWhere(ids.cloudId, application.id) },
      });
      if (count === 0) throw wireNotFound();
      await addJob(tx, "service.remove-files", { prefix: projectPrefix(ids) });
    },
    { timeout: DELETE_MS },
  );
  return answerNothing();
}

const COLLECTION = "/cloud/:cloudId/project";
const ONE = "/cloud/:cloudId/project/:projectId";

export const projectRoutes: readonly Route[] = [
  { method: "POST", path: COLLECTION, scopes: ["org:manage"], handler: createProject },
  { method: "GET", path: COLLECTION, scopes: [], handler: listProjects },
  { method: "GET", path: `${COLLECTION}/subtree`, scopes: [], handler: listTrees },
  { method: "GET", path: ONE, scopes: [], handler: getProject },
  { method: "PATCH", path: ONE, scopes: ["org:manage"], handler: changeProject },
  { method: "DELETE", path: ONE, scopes: ["org:manage"], handler: deleteProject },
];
