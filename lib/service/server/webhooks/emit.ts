/**
 * Records events for webhooks in the transaction of the change that they report, one delivery for each webhook, so neither can exist
 * without the other. Nothing is sent from here.
 */
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import type { WEBHOOK_DATA, WebhookData } from "#lib/service/contract/webhooks.ts";

type EventName = keyof typeof WEBHOOK_DATA;
type Subscriber = { id: number; waiting: number };

/** The most deliveries waiting for one webhook; further ones are recorded as not delivered, so a dead receiver cannot fill the queue. */
export const WAITING_MAX = 5_000;
const TOO_MANY = kept("More than {waitingMax} messages wait for this webhook, so this one was not sent.", {
  waitingMax: WAITING_MAX,
});

/**
 * Records an event for every webhook of the cloud that wants it; call it inside the transaction of the change. `makeData` is called only
 * when there is such a webhook. `applicationId`: only this application's webhooks.
 */
export async function emitEvent<Event extends Exclude<EventName, "ping">>(
  db: Db,
  cloudId: number,
  event: Event,
  makeData: () => WebhookData<Event> | Promise<WebhookData<Event>>,
  applicationId?: number,
): Promise<void> {
  const subscribers = await findSubscribers(db, cloudId, event, applicationId ?? null);
  if (subscribers.length === 0) return;
  const body = messageBody(event, cloudId, await makeData());
  for (const subscriber of subscribers) await writeDelivery(db, subscriber, event, body);
}

/** Records the message of POST …/ping for one webhook. */
export async function emitPing(db: Db, webhook: { id: number; cloudId: number; url: string }): Promise<void> {
  const data: WebhookData<"ping"> = { id: webhook.id, url: webhook.url };
  const waiting = await db.serviceWebhookDelivery.count({
    where: { webhookId: webhook.id, state: "WAITING" },
  });
  await writeDelivery(db, { id: webhook.id, waiting }, "ping", messageBody("ping", webhook.cloudId, data));
}

/** Whether any webhook wants the event; for callers that would emit it a thousand times. */
export async function isListenedTo(db: Db, cloudId: number, event: EventName): Promise<boolean> {
  return (await findSubscribers(db, cloudId, event, null)).length > 0;
}

/** Webhooks of applications that are enabled and still see the Cloud, each with its number of waiting messages. */
async function findSubscribers(
  db: Db,
  cloudId: number,
  event: EventName,
  applicationId: number | null,
): Promise<Subscriber[]> {
  return db.$queryRaw<Subscriber[]>`
    SELECT w.id, (
      SELECT count(*)::int FROM service_webhook_delivery d WHERE d.webhook_id = w.id AND d.state = 'WAITING'
    ) AS waiting
    FROM service_webhook w
    JOIN service_cloud_application ca ON ca.cloud_id = w.cloud_id AND ca.application_id = w.application_id
    JOIN service_application a ON a.id = w.application_id AND a.disabled_at IS NULL
    WHERE w.cloud_id = ${cloudId} AND ${event} = ANY (w.events)
      AND (${applicationId}::int IS NULL OR w.application_id = ${applicationId}::int)
    ORDER BY w.id`;
}

function messageBody<Event extends EventName>(
  event: Event,
  cloudId: number,
  data: WebhookData<Event>,
): string {
  return JSON.stringify({ event_name: event, cloud_id: cloudId, data });
}

async function writeDelivery(
  db: Db,
  { id, waiting }: Subscriber,
  event: EventName,
  body: string,
): Promise<void> {
  const delivery = { id: newId(), webhookId: id, event, createdAt: now() };
  if (waiting >= WAITING_MAX) {
    await db.serviceWebhookDelivery.create({
      data: { ...delivery, body: "", state: "FAILED", lastError: TOO_MANY, endedAt: now() },
    });
    return;
  }
  await db.serviceWebhookDelivery.create({ data: { ...delivery, body } });
  await addDeliveryJob(db, delivery);
}

/** Adds the job for one try; the tries of one webhook run one after the other. */
export async function addDeliveryJob(
  db: Db,
  delivery: { id: string; webhookId: number },
  runAt?: Date,
): Promise<void> {
  const queue = `webhook:${String(delivery.webhookId)}`;
  await addJob(db, "service.deliver-webhook", { deliveryId: delivery.id }, { queue, runAt });
}
