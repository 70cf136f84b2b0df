/**
 * What a restored portal must not go on with by itself: the place that the backup was made at may still be at work, or may have
 * done it since. Nothing is sent; whatever was on its way is said to be uncertain, stopped, or failed, and waits for a person.
 * What gave access ends in end-access.ts.
 */
import { kept } from "#lib/core/language/kept-texts.ts";

const PAUSED = kept(
  "Portico was restored from a backup that was made while this was running. Check what was sent, then resume.",
);
const REHEARSAL = kept(
  "Portico was restored from a backup that was made during this rehearsal. Rehearse again.",
);
const EXPORT = kept("Portico was restored from a backup that was made during this export. Export again.");
const READING = kept(
  "Portico was restored from a backup that was made during this reading. Read the elements again.",
);
const DELIVERY = kept(
  "Portico was restored from a backup that was made before this was delivered. It may have been delivered since.",
);

/** Statements for the transaction of the restore, on the newest schema. The queue's jobs are not restored at all. */
export const SETTLING: readonly string[] = [
  // Their lease is over, so the sweeper makes them uncertain at the start, before anything is served, with its audit rows.
  "update attempt set lease_until = now() - interval '1 second' where outcome is null",
  // Prepared and not sent: nobody is there any more who would send it. The sweeper holds them.
  "update operation set state_since = least(state_since, now() - interval '1 day') where state = 'PREPARED'",
  `update invitation_run set state = 'PAUSED', pause_reason = '${PAUSED}', state_since = now()
   where state = 'RUNNING'`,
  `update project_list set state = 'PAUSED', pause_reason = '${PAUSED}', state_since = now()
   where state = 'RUNNING'`,
  `update plan set state = 'PAUSED', pause_reason = '${PAUSED}', state_since = now()
   where state in ('RUNNING', 'WAITING')`,
  `update rehearsal set state = 'FAILED', problem = '${REHEARSAL}', ended_at = now() where state in ('QUEUED', 'RUNNING')`,
  `update export_run set state = 'FAILED', failure = '${EXPORT}', ended_at = now(), runner_token = null
   where state in ('QUEUED', 'READING', 'WRITING', 'VERIFYING')`,
  `update snapshot set state = 'FAILED', failure = '${READING}' where state = 'READING'`,
  `update outbox_mail set failed_at = now(), last_error = '${DELIVERY}'
   where delivered_at is null and failed_at is null`,
  `update service_webhook_delivery set state = 'FAILED', last_error = '${DELIVERY}', ended_at = now()
   where state = 'WAITING'`,
];
