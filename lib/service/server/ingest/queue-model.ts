/**
 * Puts a model into the reader's queue. Turns are shared fairly between the applications that own Clouds, and between the Clouds of an
 * application, so nobody waits behind somebody else's hundred uploads.
 *
 * Every job has a turn (its priority; the queue takes the smallest first). A Cloud's next model gets a later turn than its last model, a
 * new Cloud the turn that is being served now, so neither can be overtaken forever (start-time fair queueing, Goyal and others 1996). The
 * distance between a Cloud's turns is the number of waiting Clouds of its application, so many Clouds weigh as much as one.
 */
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";

/** The queue's own type ends at 32,767; turns start at 0 again whenever the queue was empty. */
const TURN_MAX = 30_000;

export function ingestJobKey(modelId: number): string {
  return `service.ingest-model:${String(modelId)}`;
}

/**
 * Adds the job in the caller's transaction; the model's row must exist already, waiting (P). The job does not run before `runAt`, if given.
 */
export async function addIngestJob(
  { modelId, cloudId }: { modelId: number; cloudId: number },
  db: Db,
  runAt?: Date,
): Promise<void> {
  const priority = await findTurn({ modelId, cloudId }, db);
  await addJob(db, "service.ingest-model", { modelId }, { key: ingestJobKey(modelId), priority, runAt });
}

type Queue = { current: number | null; last: number | null; neighbours: number };

/** The turn of a Cloud's next model. A Cloud without an owning application counts on its own. */
async function findTurn({ modelId, cloudId }: { modelId: number; cloudId: number }, db: Db): Promise<number> {
  const [queue] = await db.$queryRaw<Queue[]>`
    select min(job.priority)::int as current,
           max(job.priority) filter (where project.cloud_id = own.id)::int as last,
           count(distinct cloud.id) filter (
             where cloud.creator_app_id = own.creator_app_id and cloud.id <> own.id)::int as neighbours
    from service_cloud own
    cross join graphile_worker.jobs job
    join service_model model on job.key = 'service.ingest-model:' || model.id
    join service_project project on project.id = model.project_id
    join service_cloud cloud on cloud.id = project.cloud_id
    where own.id = ${cloudId} and model.id <> ${modelId}
      and (job.locked_at is not null or (job.attempts < job.max_attempts and job.run_at <= now()))`;
  const { current, last, neighbours } = queue ?? { current: null, last: null, neighbours: 0 };
  const newcomer = (current ?? 0) + neighbours;
  const turn = last === null ? newcomer : Math.max(last + 1 + neighbours, current ?? 0);
  return Math.min(turn, TURN_MAX);
}
