/**
 * The job `mail.deliver`: one try to deliver one mail of the outbox, and its own successor when that failed for now. Running twice or
 * dying anywhere does no harm (lib/mail/deliver.ts).
 */
import { getDb } from "#lib/db/client.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { deliverMail } from "#lib/mail/deliver.ts";

export const deliverMailJob: JobHandler<"mail.deliver"> = async ({ outboxId }) => {
  const db = getDb();
  const result = await deliverMail(outboxId, db);
  if (result.outcome === "failed" && result.retryAt !== null) {
    await addJob(db, "mail.deliver", { outboxId }, { runAt: result.retryAt });
  }
};
