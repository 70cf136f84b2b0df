/**
 * Webhook rows as the wire's records, and the condition under which an application sees one: its own, in a Cloud that it sees. The secret
 * is sealed for its row and is opened only to sign.
 */
import { openSecret, sealSecret } from "#lib/core/crypto-box.ts";
import type { Db, Prisma, ServiceWebhookModel } from "#lib/db/client.ts";
import { WEBHOOK_EVENTS, type WebhookRecord } from "#lib/service/contract/webhooks.ts";
import { visibleTo } from "../records/cloud.ts";
import { orNotFound } from "../http/errors.ts";
import type { CallTo } from "../http/route.ts";

export function toWebhookRecord(row: Pick<ServiceWebhookModel, "id" | "events" | "url">): WebhookRecord {
  return { id: row.id, events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)), url: row.url };
}

export type WebhookCall = CallTo<{ cloudId: number; webhookId: number }>;

/** The webhook of the request's path, if it is the application's own. */
export function webhookWhere({
  params: { cloudId, webhookId },
  application,
}: WebhookCall): Prisma.ServiceWebhookWhereInput & { id: number } {
  return { id: webhookId, cloudId, applicationId: application.id, cloud: visibleTo(application.id) };
}

/** @throws WireError 404 when the webhook is absent, elsewhere, or another application's. */
export async function getOwnWebhook(call: WebhookCall, db: Db = call.db): Promise<ServiceWebhookModel> {
  return orNotFound(await db.serviceWebhook.findFirst({ where: webhookWhere(call) }));
}

const secretContext = (webhookId: number): string => `webhook:${String(webhookId)}`;

/** The column for a secret; without a secret, deliveries are not signed. */
export function sealWebhookSecret(webhookId: number, secret: string | null): Uint8Array<ArrayBuffer> | null {
  return secret === null || secret === "" ? null : sealSecret(secret, secretContext(webhookId));
}

/** The key of the signature; null without a secret. */
export function openWebhookSecret(row: Pick<ServiceWebhookModel, "id" | "secretCipher">): string | null {
  return row.secretCipher === null ? null : openSecret(row.secretCipher, secretContext(row.id));
}
