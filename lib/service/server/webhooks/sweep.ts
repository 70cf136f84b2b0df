/** Keeps the log of deliveries bounded. */
import { after } from "#lib/core/clock.ts";
import type { Db } from "#lib/db/client.ts";

/** How long ended deliveries are kept, and how many at most for each webhook. */
export const KEPT_DAYS = 14;
export const KEPT_PER_WEBHOOK = 200;

/** Deletes ended deliveries that are old or exceed the number for a webhook; returns how many. */
export async function sweepDeliveries(db: Db): Promise<number> {
  const oldest = after(-KEPT_DAYS * 24 * 60 * 60_000);
  return db.$executeRaw`
    DELETE FROM service_webhook_delivery WHERE id IN (
      SELECT id FROM (
        SELECT id, created_at, row_number() OVER (PARTITION BY webhook_id ORDER BY created_at DESC, id DESC) AS place
        FROM service_webhook_delivery WHERE state <> 'WAITING'
      ) ended
      WHERE created_at < ${oldest} OR place > ${KEPT_PER_WEBHOOK}
    )`;
}
