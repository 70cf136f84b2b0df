/**
 * Webhook deliveries for the operator: listing them, and sending a failed delivery again, with its audit row in the same transaction. The
 * messages themselves belong to applications and are not shown.
 */
import { t } from "#lib/core/texts.ts";
import { getDb, type Db, type ServiceDeliveryState, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { AttentionItem } from "#lib/core/attention.ts";
import * as deliveryLog from "#lib/service/server/webhooks/log.ts";
import type { Operator } from "./operator.ts";

export { KEPT_DAYS, KEPT_PER_WEBHOOK, type DeliveryEntry } from "#lib/service/server/webhooks/log.ts";

export const DELIVERY_STATES = ["WAITING", "DELIVERED", "FAILED"] as const satisfies ServiceDeliveryState[];

export type DeliveryPage = {
  deliveries: deliveryLog.DeliveryEntry[];
  /** For `before` of the next page; null at the end. */
  next: string | null;
};

/** Deliveries newest first. */
export async function listDeliveries(
  _operator: Operator,
  filter: { state?: ServiceDeliveryState; before?: string },
  pageSize = 50,
): Promise<DeliveryPage> {
  const found = await deliveryLog.listDeliveries(getDb(), { ...filter, take: pageSize + 1 });
  const deliveries = found.slice(0, pageSize);
  return { deliveries, next: found.length > pageSize ? (deliveries.at(-1)?.id ?? null) : null };
}

/** Deliveries that failed for good and need the operator, as one item of the overview. */
export async function listDeliveryTrouble(_operator: Operator, db: Db = getDb()): Promise<AttentionItem[]> {
  const failed = await deliveryLog.countFailed(db);
  if (failed === null) return [];
  const { count, newest } = failed;
  return [
    {
      id: "failed-deliveries",
      kind: "webhook",
      tone: "bad",
      title: t("{count, plural, one {# webhook delivery} other {# webhook deliveries}} failed", { count }),
      detail: t("The applications were not notified. Send the deliveries again once the addresses answer."),
      since: newest.toISOString(),
      href: "/applications/webhooks?state=FAILED",
      verb: t("Review"),
      count,
    },
  ];
}

/** @throws AppError NOT_FOUND, CONFLICT unless the delivery failed for good. */
export function sendAgain(operator: Operator, deliveryId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const { webhookId, event, url } = await deliveryLog.sendAgain(tx, deliveryId);
    await recordAudit(tx, {
      actor: operator.auditActor,
      action: "webhook.send-again",
      objectType: "webhook",
      objectId: String(webhookId),
      after: { name: new URL(url).host, event, deliveryId },
    });
  });
}
