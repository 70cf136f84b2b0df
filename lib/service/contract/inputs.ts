/**
 * What a caller may send, stated once (docs/service "Records"): both sides' types and the OpenAPI description are made from these schemas,
 * and the embedded service validates bodies with them, with messages in the wire's own words (server/http/judge.ts).
 */
import { z } from "zod";
import {
  MODEL_SOURCES,
  MODEL_STATUSES,
  MODEL_TYPES,
  PROJECT_STATUSES,
  ROLE_ADMINISTRATOR,
  ROLE_USER,
  idSchema,
  projectRoleSchema,
} from "./records.ts";
import { WEBHOOK_EVENTS, WEBHOOK_SECRET_LENGTH_MAX, WEBHOOK_URL_LENGTH_MAX } from "./webhooks.ts";

export const NAME_LENGTH_MAX = 256;
export const FILE_NAME_LENGTH_MAX = 512;
export const EMAIL_LENGTH_MAX = 256;
export const REDIRECT_URI_LENGTH_MAX = 512;

/** 256 KiB: a logo travels inside every record of its project. */
export const IMAGE_BYTES_MAX = 256 * 1024;

/** A file of a multipart body. */
export class FilePart {
  readonly fileName: string;
  readonly bytes: Buffer;

  constructor(fileName: string, bytes: Buffer) {
    this.fileName = fileName;
    this.bytes = bytes;
  }
}

const file = z.instanceof(FilePart).meta({ format: "binary" });
const name = z.string().min(1).max(NAME_LENGTH_MAX);

export const cloudInputSchema = z.object({
  name,
  image: file.nullable().optional().describe("An image file (multipart only), or null for none."),
});

export const cloudChangeSchema = z.object({
  name: name.optional(),
  image: file.nullable().optional().describe("An image file (multipart only), or null to remove it."),
});

const projectFields = {
  logo: z
    .union([z.string(), file, z.null()])
    .optional()
    .describe("An http(s) URL or a data:image URL; a file in a multipart body."),
  description: z.string().nullable().optional(),
  status: z.enum(PROJECT_STATUSES).optional().describe("A active (default), D deleted."),
  parent_id: idSchema.nullable().optional().describe("A project of the same cloud."),
  main_model_id: idSchema.nullable().optional().describe("A model of the same cloud."),
};

export const projectInputSchema = z.object({ name, ...projectFields });

export const projectChangeSchema = z.object({ name: name.optional(), ...projectFields });

export const documentInputSchema = z.object({
  name: z.string().min(1).max(FILE_NAME_LENGTH_MAX),
  file: file.describe("A name ending in .ifc or .ifczip starts processing."),
  file_name: z.string().max(FILE_NAME_LENGTH_MAX).optional(),
  description: z.string().nullable().optional(),
  parent_id: idSchema.nullable().optional().describe("The project's root folder."),
  model_source: z.enum(MODEL_SOURCES).optional(),
  successor_of: idSchema
    .nullable()
    .optional()
    .describe("The document of the project that this one replaces: it becomes the newest of its versions."),
});

export const modelChangeSchema = z.object({
  name: z.string().min(1).max(512).nullable().optional(),
  archived: z.boolean().optional(),
});

export const modelFilterSchema = z.object({
  status: z.array(z.enum(MODEL_STATUSES)).describe("Repeatable: any of them."),
  type: z.array(z.enum(MODEL_TYPES)).describe("Repeatable: any of them."),
  source: z.array(z.enum(MODEL_SOURCES)).describe("Repeatable: any of them."),
});

export const elementFilterSchema = z.object({
  type: z
    .array(z.string())
    .describe(
      "IFC class as in the schema, e.g. IfcDoor; subclasses are not included. Repeatable: any of them.",
    ),
  classification: z
    .array(z.string())
    .describe("Name of a classification system that the element is classified by. Repeatable: any of them."),
  classification__notation: z
    .array(z.string())
    .describe(
      "Notation within the system. Repeatable: any of them. With `classification`, one and the same classification has to have both.",
    ),
});

export const invitationInputSchema = z.object({
  email: z.string().min(1).max(EMAIL_LENGTH_MAX),
  redirect_uri: z.string().min(1).max(REDIRECT_URI_LENGTH_MAX).describe("{platform_url}/cloud/<cloud_id>"),
  role: z
    .union([z.literal(ROLE_ADMINISTRATOR), z.literal(ROLE_USER)])
    .optional()
    .describe("100 administrator (default), 50 user."),
});

const PROJECT_ROLES = "100 administrator, 50 user, 25 guest.";

export const projectInvitationInputSchema = z.object({
  ...invitationInputSchema.shape,
  role: projectRoleSchema.describe(PROJECT_ROLES),
});

export const projectUserChangeSchema = z.object({
  role: projectRoleSchema.optional().describe(PROJECT_ROLES),
});

export const memberChangeSchema = z.object({
  cloud_role: z
    .union([z.literal(ROLE_ADMINISTRATOR), z.literal(ROLE_USER)])
    .optional()
    .describe("100 administrator, 50 user."),
});

const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1);
const url = z.string().min(1).max(WEBHOOK_URL_LENGTH_MAX);
const secret = z
  .string()
  .max(WEBHOOK_SECRET_LENGTH_MAX)
  .nullable()
  .optional()
  .describe("Key of the signature of deliveries; never answered.");

export const webhookInputSchema = z.object({ events, url, secret });

export const webhookChangeSchema = z.object({ events: events.optional(), url: url.optional(), secret });
