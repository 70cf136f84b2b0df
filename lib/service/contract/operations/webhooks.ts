/** Webhooks: wire-facts.md "Neighbouring operations"; what is delivered stands in ../webhooks.ts. */
import { z } from "zod";
import {
  WEBHOOK_EVENTS,
  WEBHOOK_SECRET_LENGTH_MAX,
  WEBHOOK_URL_LENGTH_MAX,
  webhookSchema,
} from "../webhooks.ts";
import { BODY_ERRORS, SMALL_BODY, type Operation } from "./operation.ts";

const group = "Webhooks";
const COLLECTION = "/cloud/:cloudId/webhook";
const ONE = `${COLLECTION}/:webhookId`;
const SCOPES = ["webhook:manage"] as const;

const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1);
const url = z.string().min(1).max(WEBHOOK_URL_LENGTH_MAX);
const secret = z
  .string()
  .max(WEBHOOK_SECRET_LENGTH_MAX)
  .nullable()
  .optional()
  .describe("Key of the signature of deliveries; never answered.");

export const webhookOperations: readonly Operation[] = [
  {
    id: "listWebhooks",
    group,
    method: "GET",
    path: COLLECTION,
    summary: "List a cloud's webhooks of this application",
    scopes: SCOPES,
    answer: { status: 200, what: "Webhooks", schema: z.array(webhookSchema) },
  },
  {
    id: "createWebhook",
    group,
    method: "POST",
    path: COLLECTION,
    summary: "Have events delivered to an address",
    details:
      "Deliveries are POSTs of `{event_name, cloud_id, data}`; with a secret, `x-portico-signature` is the lower-hex HMAC-SHA256 of the raw body.",
    scopes: SCOPES,
    body: { schema: z.object({ events, url, secret }), media: SMALL_BODY },
    answer: { status: 201, what: "The webhook", schema: webhookSchema },
    errors: BODY_ERRORS,
  },
  {
    id: "getWebhook",
    group,
    method: "GET",
    path: ONE,
    summary: "Read a webhook",
    scopes: SCOPES,
    answer: { status: 200, what: "The webhook", schema: webhookSchema },
  },
  {
    id: "updateWebhook",
    group,
    method: "PATCH",
    path: ONE,
    summary: "Change a webhook",
    scopes: SCOPES,
    body: { schema: z.object({ events: events.optional(), url: url.optional(), secret }), media: SMALL_BODY },
    answer: { status: 200, what: "The webhook as it stands now", schema: webhookSchema },
    errors: BODY_ERRORS,
  },
  {
    id: "deleteWebhook",
    group,
    method: "DELETE",
    path: ONE,
    summary: "Delete a webhook with its deliveries",
    scopes: SCOPES,
    answer: { status: 204, what: "Nothing more is delivered" },
  },
  {
    id: "pingWebhook",
    group,
    method: "POST",
    path: `${ONE}/ping`,
    summary: "Deliver a test event",
    scopes: SCOPES,
    answer: { status: 200, what: "The webhook; the event is on its way", schema: webhookSchema },
  },
];
