/**
 * Webhook deliveries for the operator: listing them, and sending a failed delivery again, with its audit row in the same transaction. The
 * messages themselves belong to applications and are not shown; nor are secrets.
 */
import { conflict, notFound } from "#lib/core/errors.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type Db, type Prisma, type ServiceDeliveryState, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { AttentionItem } from "#lib/core/attention.ts";
import { addDeliveryJob } from "#lib/service/server/webhooks/emit.ts";
import type { Operator } from "./operator.ts";

export { KEPT_DAYS, KEPT_PER_WEBHOOK } from "#lib/service/server/webhooks/sweep.ts";

export const DELIVERY_STATES = ["WAITING", "DELIVERED", "FAILED"] as const satisfies ServiceDeliveryState[];

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

/** Deliveries newest first; `before` is the id of the last delivery of the previous page, `next` is null at the end. */
export async function listDeliveries(
  _operator: Operator,
  { state, before }: { state?: ServiceDeliveryState; before?: string },
  pageSize = 50,
) {
  const found = await getDb().serviceWebhookDelivery.findMany({
    where: {
      ...(state === undefined ? {} : { state }),
      ...(before === undefined ? {} : { id: { lt: before } }),
    },
    select: entrySelect,
    orderBy: { id: "desc" },
    take: pageSize + 1,
  });
  const { rows, next } = pageOf(found, pageSize, ({ id }) => id);
  const deliveries = rows.map(({ webhook, ...row }) => ({
    ...row,
    url: webhook.url,
    cloud: webhook.cloud,
    applicationName: webhook.application.name,
    /** False when its bytes are no longer stored. */
    canBeSentAgain: row.state === "FAILED" && row.attempts > 0,
  }));
  return { deliveries, next };
}

export type DeliveryEntry = Awaited<ReturnType<typeof listDeliveries>>["deliveries"][number];

/** Deliveries that failed for good and need the operator, as one item of the overview. */
export async function listDeliveryTrouble(_operator: Operator, db: Db = getDb()): Promise<AttentionItem[]> {
  const failed = await db.serviceWebhookDelivery.aggregate({
    where: { state: "FAILED" },
    _count: true,
    _max: { createdAt: true },
  });
  const { _count: count, _max: newest } = failed;
  if (newest.createdAt === null) return [];
  return [
    {
      id: "failed-deliveries",
      kind: "webhook",
      tone: "bad",
      title: t("{count, plural, one {# webhook delivery} other {# webhook deliveries}} failed", { count }),
      detail: t("The applications were not notified. Send the deliveries again once the addresses answer."),
      since: newest.createdAt.toISOString(),
      href: "/applications/webhooks?state=FAILED",
      verb: t("Review"),
      count,
    },
  ];
}

/**
 * Starts the six tries of a failed delivery over, with the same bytes and the same delivery id.
 * @throws AppError NOT_FOUND, CONFLICT when the delivery is waiting, has arrived, or was never fully recorded.
 */
export function sendAgain(operator: Operator, deliveryId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const { count } = await tx.serviceWebhookDelivery.updateMany({
      where: { id: deliveryId, state: "FAILED", body: { not: "" } },
      data: { state: "WAITING", attempts: 0, endedAt: null },
    });
    const row = await tx.serviceWebhookDelivery.findUnique({
      where: { id: deliveryId },
      select: { id: true, webhookId: true, event: true, webhook: { select: { url: true } } },
    });
    if (row === null) throw notFound(say("This delivery"));
    if (count === 0) {
      throw conflict(say("Only failed deliveries can be sent again. Reload the page to see the status."));
    }
    await addDeliveryJob(tx, row);
    await recordAudit(tx, {
      actor: operator.auditActor,
      action: "webhook.send-again",
      objectType: "webhook",
      objectId: String(row.webhookId),
      after: { name: new URL(row.webhook.url).host, event: row.event, deliveryId },
    });
  });
}
