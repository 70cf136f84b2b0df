/**
 * Webhooks of a cloud (docs/service "Neighbouring operations"): the record, what may be sent, and the message that is delivered. The
 * secret is taken in and never answered.
 */
import { z } from "zod";
import {
  documentSchema,
  idSchema,
  modelSchema,
  projectInvitationSchema,
  projectSchema,
  userSchema,
} from "./records.ts";

export const WEBHOOK_URL_LENGTH_MAX = 1024;
export const WEBHOOK_SECRET_LENGTH_MAX = 256;

/** In lower case: header names are. */
export const SIGNATURE_HEADER = "x-portico-signature";
/** The same for every try of one delivery, so that a receiver recognises what it has had. */
export const DELIVERY_HEADER = "x-portico-delivery";

export const WEBHOOK_EVENTS = [
  "project.creation",
  "project.update",
  "ifc.process_update",
  "document.creation",
  "model.creation",
  "model.deletion",
  "project.invitation.accepted",
] as const;

/** No secret, whether there is one or not. */
export const webhookSchema = z.strictObject({
  id: idSchema,
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1),
  url: z.string().max(WEBHOOK_URL_LENGTH_MAX),
});
export type WebhookRecord = z.infer<typeof webhookSchema>;

/** What `data` is, by event; `ping` comes from POST …/ping only and cannot be subscribed to. */
export const WEBHOOK_DATA = {
  "project.creation": projectSchema,
  "project.update": projectSchema,
  "ifc.process_update": modelSchema,
  "document.creation": z.strictObject({ document: documentSchema, project: projectSchema }),
  "model.creation": modelSchema,
  /** As it was, with status D. */
  "model.deletion": modelSchema,
  /** Of a cloud or of a project. */
  "project.invitation.accepted": z.strictObject({ ...projectInvitationSchema.shape, user: userSchema }),
  ping: z.strictObject({ id: idSchema, url: z.string() }),
} as const;

export type WebhookData<Event extends keyof typeof WEBHOOK_DATA> = z.infer<(typeof WEBHOOK_DATA)[Event]>;

/** The delivered message; its exact bytes are what the signature is made over. */
export const webhookMessageSchema = z.strictObject({
  event_name: z.enum([...WEBHOOK_EVENTS, "ping"]),
  cloud_id: idSchema,
  data: z.unknown(),
});
