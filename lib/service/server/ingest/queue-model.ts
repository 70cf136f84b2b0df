/**
 * Puts a model into the queue of the reader. Turns are shared between clouds: a cloud's second waiting model comes after the
 * first ones of all others, so nobody waits behind somebody else's hundred uploads.
 */
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";

export function ingestJobKey(modelId: number): string {
  return `service.ingest-model:${String(modelId)}`;
}

/** Adds the job in the caller's transaction; the model's row is there already, waiting (P). */
export async function addIngestJob(ids: { modelId: number; cloudId: number }, db: Db): Promise<void> {
  const ahead = await db.serviceModel.count({
    where: { status: { in: ["P", "W", "I"] }, id: { not: ids.modelId }, project: { cloudId: ids.cloudId } },
  });
  await addJob(
    db,
    "service.ingest-model",
    { modelId: ids.modelId },
    { key: ingestJobKey(ids.modelId), priority: Math.min(ahead, 30_000) },
  );
}
