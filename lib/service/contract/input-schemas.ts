/**
 * What a caller may send, as schemas for the OpenAPI description (interface.md section 2, wire-facts.md "Records"). The embedded
 * service judges bodies with its own field rules, which answer in the wire's words; a test holds both against each other.
 */
import { z } from "zod";
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX, REDIRECT_URI_LENGTH_MAX } from "./inputs.ts";
import {
  MODEL_SOURCES,
  MODEL_STATUSES,
  MODEL_TYPES,
  PROJECT_STATUSES,
  ROLE_ADMINISTRATOR,
  ROLE_USER,
  idSchema,
} from "./records.ts";

const name = z.string().min(1).max(NAME_LENGTH_MAX);

/** A file of a multipart body. */
const file = z.string().meta({ format: "binary", contentMediaType: "application/octet-stream" });

export const cloudInputSchema = z.object({
  name,
  image: file.optional().describe("An image file; multipart only."),
});

export const cloudChangeSchema = z.object({
  name: name.optional(),
  image: file.nullable().optional().describe("An image file (multipart only), or null to remove it."),
});

const projectFields = {
  logo: z
    .string()
    .nullable()
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
  name: z.string().min(1).max(512),
  file: file.describe("A name ending in .ifc or .ifczip starts processing."),
  file_name: z.string().max(512).optional(),
  description: z.string().nullable().optional(),
  parent_id: idSchema.nullable().optional().describe("The project's root folder."),
  model_source: z.enum(MODEL_SOURCES).optional(),
  successor_of: idSchema
    .nullable()
    .optional()
    .describe("The document of the project that this one replaces: it becomes the newest of its versions."),
});

export const modelChangeSchema = z.object({
  name: z.string().max(512).nullable().optional(),
  archived: z.boolean().optional(),
});

export const modelFilterSchema = z.object({
  status: z.array(z.enum(MODEL_STATUSES)).optional().describe("Repeatable: any of them."),
  type: z.array(z.enum(MODEL_TYPES)).optional().describe("Repeatable: any of them."),
  source: z.array(z.enum(MODEL_SOURCES)).optional().describe("Repeatable: any of them."),
});

export const invitationInputSchema = z.object({
  email: z.string().min(1).max(EMAIL_LENGTH_MAX),
  redirect_uri: z.string().min(1).max(REDIRECT_URI_LENGTH_MAX).describe("{platform_url}/cloud/<cloud_id>"),
  role: z
    .union([z.literal(ROLE_ADMINISTRATOR), z.literal(ROLE_USER)])
    .optional()
    .describe("100 administrator (default), 50 user."),
});
