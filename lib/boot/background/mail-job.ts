/** The job that delivers one email and, if that fails, schedules the next try at the time that the outbox names. */
import { getDb } from "#lib/db/client.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { deliverMail } from "#lib/mail/deliver.ts";

/** One try; lib/mail/deliver.ts says what happens with an undeliverable email. */
export const deliverMailJob: JobHandler<"mail.deliver"> = async ({ outboxId }) => {
  const result = await deliverMail(outboxId, getDb());
  if (result.outcome !== "failed" || result.retryAt === null) return;
  await addJob(getDb(), "mail.deliver", { outboxId }, { runAt: result.retryAt });
};
