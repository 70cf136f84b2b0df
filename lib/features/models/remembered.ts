/**
 * The last list of a project's models from its service, stored for times when the service does not answer. Shown with its age, and never
 * used to decide anything.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { getDb } from "#lib/db/client.ts";
import { findNamed } from "./list/listing.ts";
import { modelViewSchema, type ModelView, type SuccessionChoice } from "./schema.ts";

/** An unchanged list is rewritten after this time, only to update its age. */
const WRITE_AGAIN_MS = 60_000;
/** The most models that fit into one row; a longer list is not remembered. */
const MODELS_MAX = 20_000;

const contentSchema = z.object({ v: z.literal(1), models: z.array(modelViewSchema) });

const written = new Map<string, { hash: string; atMs: number }>();

/** Stores a list that was just read; an unchanged one is not rewritten each time. */
export async function rememberModels(
  projectId: string,
  models: readonly ModelView[],
  readAt: Date,
): Promise<void> {
  if (models.length > MODELS_MAX) return;
  const content = { v: 1, models: models.map((model) => ({ ...model })) };
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("base64");
  const last = written.get(projectId);
  if (last?.hash === hash && readAt.getTime() - last.atMs < WRITE_AGAIN_MS) return;
  await getDb().modelList.upsert({
    where: { projectId },
    create: { projectId, content, readAt },
    update: { content, readAt },
  });
  written.set(projectId, { hash, atMs: readAt.getTime() });
}

/** The remembered list with its age; null when there is none, or it cannot be read. */
export async function recallModels(projectId: string): Promise<{ models: ModelView[]; readAt: Date } | null> {
  const row = await getDb().modelList.findUnique({ where: { projectId } });
  const content = contentSchema.safeParse(row?.content);
  return row === null || !content.success ? null : { models: content.data.models, readAt: row.readAt };
}

/** The model with a file's name in that list: a person decides whether the file replaces it. Null: no such model, or no list. */
export async function findNamedModel(projectId: string, fileName: string): Promise<SuccessionChoice | null> {
  if (fileName === "") return null;
  const recalled = await recallModels(projectId);
  return recalled === null ? null : findNamed(recalled.models, fileName);
}
