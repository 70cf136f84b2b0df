/**
 * The job that delivers one mail and, when it could not, asks for the next try at the time the outbox names.
 */
import { getDb } from "#lib/db/client.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { deliverMail } from "#lib/mail/deliver.ts";

/** One try; see lib/mail/deliver.ts for what becomes of a mail that cannot be delivered. */
export const deliverMailJob: JobHandler<"mail.deliver"> = async ({ outboxId }) => {
  const result = await deliverMail(outboxId, getDb());
  if (result.outcome !== "failed" || result.retryAt === null) return;
  await addJob(getDb(), "mail.deliver", { outboxId }, { runAt: result.retryAt });
};
