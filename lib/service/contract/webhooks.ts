/**
 * Webhooks of a cloud (docs/service "Neighbouring operations"): the record, the input, and the delivered message. The secret is accepted
 * and never returned.
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

/** In lower case, like all header names. */
export const SIGNATURE_HEADER = "x-portico-signature";
/** The same in every try of a delivery, so that a receiver recognises duplicates. */
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

/** Never contains the secret. */
export const webhookSchema = z.strictObject({
  id: idSchema,
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1),
  url: z.string().max(WEBHOOK_URL_LENGTH_MAX),
});
export type WebhookRecord = z.infer<typeof webhookSchema>;

/** The schema of `data` by event. `ping` comes only from POST …/ping and cannot be subscribed to. */
export const WEBHOOK_DATA = {
  "project.creation": projectSchema,
  "project.update": projectSchema,
  "ifc.process_update": modelSchema,
  "document.creation": z.strictObject({ document: documentSchema, project: projectSchema }),
  "model.creation": modelSchema,
  /** The model before its deletion, with status D. */
  "model.deletion": modelSchema,
  /** Of a cloud or of a project. */
  "project.invitation.accepted": z.strictObject({ ...projectInvitationSchema.shape, user: userSchema }),
  ping: z.strictObject({ id: idSchema, url: z.string() }),
} as const;

export type WebhookData<Event extends keyof typeof WEBHOOK_DATA> = z.infer<(typeof WEBHOOK_DATA)[Event]>;

/** The delivered message; the signature covers its exact bytes. */
export const webhookMessageSchema = z.strictObject({
  event_name: z.enum([...WEBHOOK_EVENTS, "ping"]),
  cloud_id: idSchema,
  data: z.unknown(),
});
