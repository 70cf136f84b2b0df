/**
 * Projects of a cloud (docs/service "Create a project", "Project" and "Neighbouring operations").
 */
import type { Db } from "#lib/db/client.ts";
import { isForeignKeyViolation } from "#lib/db/errors.ts";
import { addJob } from "#lib/jobs/queue.ts";
import type { projectOperations } from "#lib/service/contract/operations/projects.ts";
import { StorageError } from "#lib/storage/errors.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { getVisibleCloud } from "../records/cloud.ts";
import { createDemo } from "../demo/create-demo.ts";
import { answerJsonText } from "../http/answers.ts";
import { detailError, orNotFound, wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge/judge.ts";
import type { Handlers } from "../http/route.ts";
import { projectPrefix } from "../ingest/keys.ts";
import { emitEvent } from "../webhooks/emit.ts";
import { emitModelsDeleted } from "../webhooks/events.ts";
import { judgeProject } from "./input.ts";
import { getVisibleProject, projectInclude, projectsWhere, toProjectRecord } from "../records/project.ts";
import { renderTrees } from "./tree.ts";

/** Deleting thousands of models, with webhook events for each, takes more than the usual five seconds. */
const DELETE_MS = 60_000;

export const projectHandlers: Handlers<keyof typeof projectOperations> = {
  async createProject(call) {
    const { db, params } = call;
    await getVisibleCloud(call);
    const { values, finish } = await call.readBody();
    const row = await judgeAgainIfGone(async () => {
      const { id: cloudId } = await getVisibleCloud(call);
      const { columns, complaints } = await judgeProject(values, params, db);
      const { name } = finish(complaints);
      return db.$transaction(async (tx) => {
        const created = await tx.serviceProject.create({
          data: { ...columns, name, cloudId },
          include: projectInclude,
        });
        await emitEvent(tx, cloudId, "project.creation", () => toProjectRecord(created));
        return created;
      });
    });
    return toProjectRecord(row);
  },

  async listProjects(call) {
    await getVisibleCloud(call);
    const rows = await call.db.serviceProject.findMany({
      where: projectsWhere(call),
      include: projectInclude,
      orderBy: { id: "asc" },
    });
    return rows.map(toProjectRecord);
  },

  /** The same projects as trees (docs/service "Projects"): roots without `cloud`, each with its `children`. */
  async listProjectTrees(call) {
    await getVisibleCloud(call);
    const rows = await call.db.serviceProject.findMany({
      where: projectsWhere(call),
      orderBy: { id: "asc" },
    });
    return answerJsonText(200, renderTrees(rows));
  },

  /** docs/service "Neighbouring operations": answers 200 with the project. A body is ignored. */
  async createDemo(call) {
    const { id } = await getVisibleCloud(call);
    try {
      return toProjectRecord(await createDemo(id, { db: call.db, storage: getStorage() }));
    } catch (thrown) {
      if (isForeignKeyViolation(thrown)) throw wireNotFound();
      // The same answers as for an upload: the fault is the server's, not the request's.
      if (!(thrown instanceof StorageError)) throw thrown;
      throw detailError(thrown.reason === "STORE_UNAVAILABLE" ? 502 : 500, thrown.message);
    }
  },

  async getProject(call) {
    const where = { id: call.params.projectId, ...projectsWhere(call) };
    const row = await call.db.serviceProject.findFirst({ where, include: projectInclude });
    return toProjectRecord(orNotFound(row));
  },

  async updateProject(call) {
    const { params } = call;
    await getVisibleProject(call);
    const { values, finish } = await call.readBody();
    const row = await judgeAgainIfGone(() =>
      call.db.$transaction(async (tx) => {
        await lockTree(params.cloudId, tx);
        const { columns, complaints } = await judgeProject(values, params, tx);
        const { name } = finish(complaints);
        const changed = await tx.serviceProject.update({
          where: { id: params.projectId, ...projectsWhere(call) },
          data: { ...columns, ...(name === undefined ? {} : { name }) },
          include: projectInclude,
        });
        await emitEvent(tx, params.cloudId, "project.update", () => toProjectRecord(changed));
        return changed;
      }),
    );
    return toProjectRecord(row);
  },

  /** Rows are deleted at once, stored files by a job added in the same transaction. Projects below it move to the top. */
  async deleteProject(call) {
    const { params } = call;
    await call.db.$transaction(
      async (tx) => {
        await getVisibleProject(call, tx);
        await emitModelsDeleted(tx, params.cloudId, params.projectId);
        const { count } = await tx.serviceProject.deleteMany({
          where: { id: params.projectId, ...projectsWhere(call) },
        });
        if (count === 0) throw wireNotFound();
        await addJob(tx, "service.remove-files", { prefix: projectPrefix(params) });
      },
      { timeout: DELETE_MS },
    );
  },
};

/**
 * Serialises changes of one Cloud's projects: two moves without a circle could together make one. Creating a project does not wait for this
 * lock.
 */
async function lockTree(cloudId: number, db: Db): Promise<void> {
  await db.$queryRaw`SELECT id FROM service_cloud WHERE id = ${cloudId} FOR NO KEY UPDATE`;
}
