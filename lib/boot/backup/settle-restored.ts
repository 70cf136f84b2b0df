/**
 * What a restored portal must not continue automatically: the original installation may still be running, or may have done it since.
 * Nothing is sent; whatever was in progress becomes uncertain, stopped, or failed, and waits for a person. end-access.ts ends all access.
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

/** Statements for the restore's transaction, on the newest schema. Jobs of the queue are not restored at all. */
export const SETTLING: readonly string[] = [
  // Expires their leases, so that the sweeper marks them as uncertain at the start, before anything is served, with audit rows.
  "update attempt set lease_until = now() - interval '1 second' where outcome is null",
  // Prepared and not sent: nobody is left who would send them. The sweeper holds them.
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
