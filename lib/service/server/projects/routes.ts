/**
 * Projects of a cloud (interface.md endpoint 3; wire-facts.md "Project" and "Neighbouring operations").
 */
import { isMissingRow } from "#lib/db/errors.ts";
import { getVisibleCloud } from "../clouds/record.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { projectPrefix } from "../ingest/keys.ts";
import { answerJson, answerNothing } from "../http/answers.ts";
import { readBody } from "../http/body.ts";
import { wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge-again.ts";
import { idParam, type Route, type RouteContext } from "../http/route.ts";
import { parseProjectChange, parseProjectInput } from "./input.ts";
import { getVisibleProject, projectInclude, projectsWhere, toProjectRecord } from "./record.ts";

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
    return db.serviceProject.create({ data: { ...input, cloudId }, include: projectInclude });
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
    const row = await judgeAgainIfGone(async () =>
      db.serviceProject.update({
        where: { id: ids.projectId, ...projectsWhere(ids.cloudId, application.id) },
        data: await parseProjectChange(body, ids, db),
        include: projectInclude,
      }),
    );
    return answerJson(200, toProjectRecord(row));
  } catch (thrown) {
    if (isMissingRow(thrown)) throw wireNotFound();
    throw thrown;
  }
}

/** The rows go at once, the stored files by a job of the same transaction. */
async function deleteProject(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const ids = idsOf(context);
  await db.$transaction(async (tx) => {
    const { count } = await tx.serviceProject.deleteMany({
      where: { id: ids.projectId, ...projectsWhere(ids.cloudId, application.id) },
    });
    if (count === 0) throw wireNotFound();
    await addJob(tx, "service.remove-files", { prefix: projectPrefix(ids) });
  });
  return answerNothing();
}

const COLLECTION = "/cloud/:cloudId/project";
const ONE = "/cloud/:cloudId/project/:projectId";

export const projectRoutes: readonly Route[] = [
  { method: "POST", path: COLLECTION, scopes: ["org:manage"], handler: createProject },
  { method: "GET", path: COLLECTION, scopes: [], handler: listProjects },
  { method: "GET", path: ONE, scopes: [], handler: getProject },
  { method: "PATCH", path: ONE, scopes: ["org:manage"], handler: changeProject },
  { method: "DELETE", path: ONE, scopes: ["org:manage"], handler: deleteProject },
];
