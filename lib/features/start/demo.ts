/**
 * A demo Cloud at the built-in service: a project with a real building model. Each part is an ordinary operation of the journal, and
 * pressing again continues with what an earlier press made. Never at a live service.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { AppError, parseInput } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { uploadModel } from "#lib/features/models/commands.ts";
import type { OperationView } from "#lib/features/operations/queries.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { nameThere } from "#lib/features/projects/schema.ts";

/** A two-storey house by Autodesk Revit; its origin is documented beside it. */
const FILE = path.resolve("lib/service/server/demo/model/duplex-a.ifc");
const CLOUD_NAME = "Demo";
const PROJECT_NAME = "Duplex A";

export const demoSchema = z.object({
  key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,60}$/, { error: () => t("This form has expired. Reload the page.") }),
});

/** Where it is, or the operation at which it stopped. */
export type DemoResult =
  | { cloudId: string; projectId: string; stoppedAt: null }
  | { stoppedAt: Pick<OperationView, "id" | "cause" | "causeSaid"> };

/**
 * Creates the Cloud, its project and its model.
 * @throws AppError NOT_FOUND without the built-in service; CONFLICT while a Cloud of this name is being created; FORBIDDEN
 */
export async function makeDemoCloud(actor: Actor, input: z.input<typeof demoSchema>): Promise<DemoResult> {
  requirePermission(actor, "cloud:create");
  const { key } = parseInput(demoSchema, input);
  const connection = await getDb().connection.findFirst({ where: { kind: "BUILTIN", archivedAt: null } });
  if (connection === null) {
    throw new AppError(
      "NOT_FOUND",
      say("The built-in service is off, so there is nowhere to try things out."),
    );
  }
  const cloud = await findOrMakeCloud(actor, `${key}-c`, connection.id);
  if (cloud.id === null) return { stoppedAt: cloud.operation };
  const cloudId = cloud.id;
  const project = await findOrMakeProject(actor, `${key}-p`, cloudId);
  if (project.id === null) return { stoppedAt: project.operation };
  const projectId = project.id;
  const model = await uploadModel(actor, {
    key: `${key}-m`,
    projectId,
    fileName: path.basename(FILE),
    sizeBytes: (await stat(FILE)).size,
    content: createReadStream(FILE),
  });
  if (model.modelId === null) return { stoppedAt: model.operation };
  return { cloudId, projectId, stoppedAt: null };
}

const IN_VIEW = { archivedAt: null, deletedAt: null, missingSince: null };
const NEWEST_ID = { orderBy: { createdAt: "desc" }, select: { id: true } } as const;

type Made = { id: string } | { id: null; operation: OperationView };

/** Continues with what an earlier press made; an archived Cloud of the same name stays unchanged. */
async function findOrMakeCloud(actor: Actor, key: string, connectionId: string): Promise<Made> {
  const where = { ...IN_VIEW, connectionId, name: CLOUD_NAME };
  const found = await getDb().cloud.findFirst({ where, ...NEWEST_ID });
  if (found !== null) return found;
  const wanted = { key, connectionId, name: CLOUD_NAME, again: CLOUD_NAME };
  const { cloudId, operation } = await createCloud(actor, wanted);
  return cloudId === null ? { id: null, operation } : { id: cloudId };
}

async function findOrMakeProject(actor: Actor, key: string, cloudId: string): Promise<Made> {
  const where = { ...IN_VIEW, cloudId, name: PROJECT_NAME };
  const found = await getDb().project.findFirst({ where, ...NEWEST_ID });
  if (found !== null) return found;
  const wanted = { key, cloudId, name: PROJECT_NAME, again: nameThere(null, PROJECT_NAME) };
  const { projectId, operation } = await createProject(actor, wanted);
  return projectId === null ? { id: null, operation } : { id: projectId };
}
