/** Webhooks: docs/service "Neighbouring operations"; ../webhooks.ts has the delivered messages. */
import { z } from "zod";
import { webhookChangeSchema, webhookInputSchema } from "../inputs.ts";
import { webhookSchema } from "../webhooks.ts";
import { SMALL_BODY, type Statements } from "./operation.ts";

const COLLECTION = "/cloud/:cloudId/webhook";
const ONE = `${COLLECTION}/:webhookId` as const;
const SCOPES = ["webhook:manage"] as const;

export const webhookOperations = {
  listWebhooks: {
    method: "GET",
    path: COLLECTION,
    summary: "List a cloud's webhooks of this application",
    scopes: SCOPES,
    answer: { status: 200, what: "Webhooks", schema: z.array(webhookSchema) },
  },
  createWebhook: {
    method: "POST",
    path: COLLECTION,
    summary: "Have events delivered to an address",
    details:
      "Deliveries are POSTs of `{event_name, cloud_id, data}`; with a secret, `x-portico-signature` is the lower-hex HMAC-SHA256 of the raw body.",
    scopes: SCOPES,
    body: { schema: webhookInputSchema, media: SMALL_BODY },
    answer: { status: 201, what: "The webhook", schema: webhookSchema },
  },
  getWebhook: {
    method: "GET",
    path: ONE,
    summary: "Read a webhook",
    scopes: SCOPES,
    answer: { status: 200, what: "The webhook", schema: webhookSchema },
  },
  updateWebhook: {
    method: "PATCH",
    path: ONE,
    summary: "Change a webhook",
    scopes: SCOPES,
    body: { schema: webhookChangeSchema, media: SMALL_BODY },
    answer: { status: 200, what: "The webhook as it stands now", schema: webhookSchema },
  },
  deleteWebhook: {
    method: "DELETE",
    path: ONE,
    summary: "Delete a webhook with its deliveries",
    scopes: SCOPES,
    answer: { status: 204, what: "Nothing more is delivered" },
  },
  pingWebhook: {
    method: "POST",
    path: `${ONE}/ping`,
    summary: "Deliver a test event",
    scopes: SCOPES,
    answer: { status: 200, what: "The webhook; the event is on its way", schema: webhookSchema },
  },
} as const satisfies Statements;
