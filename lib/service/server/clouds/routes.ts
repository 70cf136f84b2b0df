/**
 * Clouds (interface.md endpoint 2; wire-facts.md "Cloud" and "Neighbouring operations"). A cloud belongs to the application that
 * made it; another application's cloud does not exist for the caller.
 */
import type { Prisma } from "#lib/db/client.ts";
import { isMissingRow } from "#lib/db/errors.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { requireCloudQuota } from "../applications/limits.ts";
import { cloudPrefix } from "../ingest/keys.ts";
import { answerJson, answerJsonText, answerNothing } from "../http/answers.ts";
import { readBody } from "../http/body.ts";
import { wireNotFound } from "../http/errors.ts";
import { idParam, type Route, type RouteContext } from "../http/route.ts";
import { parseCloudChange, parseCloudInput } from "./input.ts";
import { cloudInclude, getVisibleCloud, listCloudRecords, toCloudRecord, visibleTo } from "./record.ts";

async function createCloud({ request, application, db }: RouteContext): Promise<Response> {
  const input = parseCloudInput(await readBody(request));
  const row = await db.$transaction(async (tx) => {
    await requireCloudQuota(application.id, tx);
    return tx.serviceCloud.create({
      data: {
        ...input,
        creatorAppId: application.id,
        applications: { create: { applicationId: application.id } },
      },
      include: cloudInclude,
    });
  });
  return answerJson(201, toCloudRecord(row));
}

async function listClouds({ application, db }: RouteContext): Promise<Response> {
  return answerJsonText(200, await listCloudRecords(application.id, db));
}

async function getCloud(context: RouteContext): Promise<Response> {
  const row = await getVisibleCloud(idParam(context, "cloudId"), context.application.id, context.db);
  return answerJson(200, toCloudRecord(row));
}

async function changeCloud(context: RouteContext): Promise<Response> {
  const { application, db, request } = context;
  const id = idParam(context, "cloudId");
  await getVisibleCloud(id, application.id, db);
  const change = parseCloudChange(await readBody(request));
  try {
    const row = await db.serviceCloud.update({
      where: { id, ...visibleTo(application.id) },
      data: change,
      include: cloudInclude,
    });
    return answerJson(200, toCloudRecord(row));
  } catch (thrown) {
    if (isMissingRow(thrown)) throw wireNotFound();
    throw thrown;
  }
}

/** The rows go at once, the stored files by a job of the same transaction. */
async function deleteCloud(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const id = idParam(context, "cloudId");
  await db.$transaction(async (tx) => {
    const { count } = await tx.serviceCloud.deleteMany({ where: { id, ...visibleTo(application.id) } });
    if (count === 0) throw wireNotFound();
    await addJob(tx, "service.remove-files", { prefix: cloudPrefix(id) });
  });
  return answerNothing();
}

/** Bytes of the cloud's documents; nothing is kept anywhere else here. */
async function getCloudSize(context: RouteContext): Promise<Response> {
  const { application, db } = context;
  const cloud = await getVisibleCloud(idParam(context, "cloudId"), application.id, db);
  const where: Prisma.ServiceDocumentWhereInput = { project: { cloudId: cloud.id } };
  const { _sum: sum } = await db.serviceDocument.aggregate({ where, _sum: { size: true } });
  const bytes = Number(sum.size ?? 0n);
  return answerJson(200, { managed_by_cloud_size: bytes, managed_by_other_size: 0, total: bytes });
}

export const cloudRoutes: readonly Route[] = [
  { method: "POST", path: "/cloud", scopes: ["cloud:manage"], handler: createCloud },
  { method: "GET", path: "/cloud", scopes: [], handler: listClouds },
  { method: "GET", path: "/cloud/:cloudId", scopes: [], handler: getCloud },
  { method: "PATCH", path: "/cloud/:cloudId", scopes: ["cloud:manage"], handler: changeCloud },
  { method: "DELETE", path: "/cloud/:cloudId", scopes: ["cloud:manage"], handler: deleteCloud },
  { method: "GET", path: "/cloud/:cloudId/size", scopes: [], handler: getCloudSize },
];
