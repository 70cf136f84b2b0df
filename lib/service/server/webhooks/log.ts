/**
 * The log of deliveries: listing it for operators, sending a delivery again, and keeping the log bounded. Bodies and secrets are not shown.
 */
import { after } from "#lib/core/clock.ts";
import { notFound, conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, Prisma, ServiceDeliveryState } from "#lib/db/client.ts";
import { addDeliveryJob } from "./emit.ts";

/** How long ended deliveries are kept, and how many at most for each webhook. */
export const KEPT_DAYS = 14;
export const KEPT_PER_WEBHOOK = 200;

const PAGE_SIZE_MAX = 200;

const entrySelect = {
  id: true,
  webhookId: true,
  event: true,
  state: true,
  attempts: true,
  /** HTTP status of the last try; null when no answer came. */
  status: true,
  lastError: true,
  createdAt: true,
  lastTriedAt: true,
  webhook: {
    select: {
      url: true,
      cloud: { select: { id: true, name: true } },
      application: { select: { name: true } },
    },
  },
} satisfies Prisma.ServiceWebhookDeliverySelect;

/** Deliveries newest first; `before` is the id of the last delivery of the previous page. */
export async function listDeliveries(
  db: Db,
  filter: { state?: ServiceDeliveryState; before?: string; take?: number } = {},
) {
  const rows = await db.serviceWebhookDelivery.findMany({
    where: {
      ...(filter.state === undefined ? {} : { state: filter.state }),
      ...(filter.before === undefined ? {} : { id: { lt: filter.before } }),
    },
    select: entrySelect,
    orderBy: { id: "desc" },
    take: Math.min(filter.take ?? 50, PAGE_SIZE_MAX),
  });
  return rows.map(({ webhook, ...row }) => ({
    ...row,
    url: webhook.url,
    cloud: webhook.cloud,
    applicationName: webhook.application.name,
    /** False when its bytes are no longer stored. */
    canBeSentAgain: row.state === "FAILED" && row.attempts > 0,
  }));
}

export type DeliveryEntry = Awaited<ReturnType<typeof listDeliveries>>[number];

/** The number of failed deliveries, and when the newest of them was last tried; null: none failed. */
export async function countFailed(db: Db): Promise<{ count: number; newest: Date } | null> {
  const failed = await db.serviceWebhookDelivery.aggregate({
    where: { state: "FAILED" },
    _count: true,
    _max: { createdAt: true },
  });
  const newest = failed._max.createdAt;
  return newest === null ? null : { count: failed._count, newest };
}

/**
 * Starts the six tries of a failed delivery over, with the same bytes and the same delivery id. Call it in a transaction.
 * @throws AppError NOT_FOUND, CONFLICT when the delivery is waiting, has arrived, or was never fully recorded.
 */
export async function sendAgain(
  db: Db,
  deliveryId: string,
): Promise<{ webhookId: number; event: string; url: string }> {
  const { count } = await db.serviceWebhookDelivery.updateMany({
    where: { id: deliveryId, state: "FAILED", body: { not: "" } },
    data: { state: "WAITING", attempts: 0, endedAt: null },
  });
  const row = await db.serviceWebhookDelivery.findUnique({
    where: { id: deliveryId },
    select: { id: true, webhookId: true, event: true, webhook: { select: { url: true } } },
  });
  if (row === null) throw notFound(say("This delivery"));
  if (count === 0) {
    throw conflict(say("Only failed deliveries can be sent again. Reload the page to see the status."));
  }
  await addDeliveryJob(db, row);
  return { webhookId: row.webhookId, event: row.event, url: row.webhook.url };
}

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
