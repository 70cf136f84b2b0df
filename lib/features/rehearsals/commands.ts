/** Records a rehearsal and queues it. A newer one replaces an older one; nothing is sent here. */
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import type { Script } from "./schema.ts";

/** A rehearsal is of one of the two. */
export type Subject = { planId: string } | { listId: string };

/** Call it in the transaction that has checked that the subject is still a draft. */
export async function addRehearsal(
  tx: Db,
  subject: Subject,
  script: Script,
  actorName: string,
): Promise<void> {
  await tx.rehearsal.deleteMany({ where: subject });
  const id = newId();
  await tx.rehearsal.create({
    data: { id, ...subject, state: "QUEUED", script, actorName, startedAt: now() },
  });
  await addJob(tx, "portal.rehearse", { rehearsalId: id }, { key: `rehearsal:${id}`, queue: "rehearsal" });
}
