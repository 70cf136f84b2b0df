/**
 * How the client reads a service's records: more loosely than the contract (unknown keys are ignored, optional keys may be missing or of
 * another kind), but without guessing: an id is a positive safe integer or the record is not usable.
 */
import { z } from "zod";
import { cut } from "#lib/core/language/cut.ts";
import { storableText } from "./json.ts";

const id = z.int().positive();
const idOrNull = id.nullish().catch(null).transform(orNull);
/** A text of at most `lengthMax` characters; a longer text is cut, so that no answer can make a page or record arbitrarily large. */
const textOrNullWithin = (lengthMax: number) =>
  z
    .string()
    .nullish()
    .catch(null)
    .transform((value) => (typeof value === "string" ? cut(storableText(value), lengthMax) : null));
/** Names, statuses, addresses and times: several times the length that a service accepts. */
const textOrNull = textOrNullWithin(1_000);
const numberOrNull = z.number().nullish().catch(null).transform(orNull);

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}

const SENTENCES_MAX = 500;
const SENTENCE_LENGTH_MAX = 1_000;

/** Lists of sentences: strings, or the JSON of anything else; only the first few, each cut. */
const sentences = z
  .union([z.array(z.unknown()), z.string()])
  .nullish()
  .catch(null)
  .transform((value): string[] => {
    const list: unknown[] = typeof value === "string" ? [value] : (value ?? []);
    return list
      .slice(0, SENTENCES_MAX)
      .map((item) => (typeof item === "string" ? item : JSON.stringify(item)))
      .filter((text): text is string => typeof text === "string" && text !== "")
      .map((text) => cut(storableText(text), SENTENCE_LENGTH_MAX));
  });

export const readCloud = z
  .object({ id, name: textOrNull, created_at: textOrNull })
  .transform((cloud) => ({ id: cloud.id, name: cloud.name, createdAt: cloud.created_at }));
export type Cloud = z.output<typeof readCloud>;

export const readProject = z
  .object({
    id,
    name: textOrNull,
    // Longer than the form accepts, so that a cut description is never written back.
    description: textOrNullWithin(200_000),
    status: textOrNull,
    /** A picture as text. */
    logo: textOrNullWithin(Infinity),
    parent_id: idOrNull,
    main_model_id: idOrNull,
    created_at: textOrNull,
  })
  .transform((project) => ({
    id: project.id,
    name: project.name,
    description: project.description,
    status: project.status,
    logo: project.logo,
    parentId: project.parent_id,
    mainModelId: project.main_model_id,
    createdAt: project.created_at,
  }));
export type Project = z.output<typeof readProject>;

const readProgress = z
  .object({
    phase: z.string().transform((phase) => cut(storableText(phase), 100)),
    done: z.number(),
    total: z.number(),
  })
  .nullish()
  .catch(null)
  .transform(orNull);

const readDocumentOfModel = z.object({
  id: idOrNull,
  file_name: textOrNull,
  size: numberOrNull,
  file: textOrNullWithin(8_000),
  updated_at: textOrNull,
  history_count: z.int().nonnegative().nullish().catch(null),
});

function readKept(document: z.output<typeof readDocumentOfModel> | null | undefined) {
  const { id: documentId = null, history_count: older = null, updated_at: at = null } = document ?? {};
  return documentId === null || older === null
    ? null
    : { older, mark: [documentId, older, at ?? ""].join(" ") };
}

export const readModel = z
  .object({
    id,
    name: textOrNull,
    type: textOrNull,
    status: textOrNull,
    source: textOrNull,
    version: textOrNull,
    created_at: textOrNull,
    updated_at: textOrNull,
    document_id: idOrNull,
    document: readDocumentOfModel.nullish().catch(null),
    errors: sentences,
    warnings: sentences,
    archived: z.boolean().nullish().catch(null),
    progress: readProgress,
  })
  .transform((model) => ({
    id: model.id,
    name: model.name,
    /** null: the service does not state a type; its models are IFC then (docs/service "Model"). */
    type: model.type,
    status: model.status,
    source: model.source,
    schema: model.version,
    createdAt: model.created_at,
    updatedAt: model.updated_at,
    documentId: model.document_id,
    /**
     * docs/service "Versions of a document": the number of older versions, and a text that changes with them; null where the service keeps
     * none.
     */
    kept: readKept(model.document),
    fileName: model.document?.file_name ?? null,
    fileBytes: model.document?.size ?? null,
    /** The file's address as the service states it. */
    fileAddress: model.document?.file ?? null,
    errors: model.errors,
    warnings: model.warnings,
    isArchived: model.archived ?? false,
    progress: model.progress,
  }));
export type Model = z.output<typeof readModel>;

export const readModelClass = z
  .object({ type: z.string().min(1), count: z.int().nonnegative() })
  .transform((entry) => ({ ifcClass: entry.type, count: entry.count }));

export const readDocument = z
  .object({
    id,
    name: textOrNull,
    file_name: textOrNull,
    created_at: textOrNull,
    model_id: idOrNull,
    ifc_id: idOrNull,
  })
  .transform((document) => ({
    id: document.id,
    name: document.name,
    fileName: document.file_name,
    createdAt: document.created_at,
    modelId: document.model_id ?? document.ifc_id,
  }));
export type Document = z.output<typeof readDocument>;

export const readInvitation = z
  .object({ id, email: textOrNull, role: numberOrNull })
  .transform((invitation) => ({ id: invitation.id, email: invitation.email, role: invitation.role }));

/** The answer to an invitation is not documented: any object will do, but an id in it must be valid. */
export const readInvited = z
  .object({ id: id.optional(), email: textOrNull, role: numberOrNull })
  .transform((invitation) => ({
    id: invitation.id ?? null,
    email: invitation.email,
    role: invitation.role,
  }));

export const readUser = z
  .object({
    id,
    email: textOrNull,
    firstname: textOrNull,
    lastname: textOrNull,
    cloud_role: numberOrNull,
    created_at: textOrNull,
  })
  .transform((user) => ({
    id: user.id,
    email: user.email,
    firstName: user.firstname,
    lastName: user.lastname,
    cloudRole: user.cloud_role,
    createdAt: user.created_at,
  }));
export type User = z.output<typeof readUser>;

/** A member of a project, or a person with a pending invitation to it. */
export const readProjectUser = z
  .object({
    id,
    invitation_id: idOrNull,
    email: textOrNull,
    firstname: textOrNull,
    lastname: textOrNull,
    role: numberOrNull,
  })
  .transform((user) => ({
    id: user.id,
    invitationId: user.invitation_id,
    email: user.email,
    firstName: user.firstname,
    lastName: user.lastname,
    role: user.role,
  }));
export type ProjectUser = z.output<typeof readProjectUser>;

/** RFC 6749 section 5.1; the lifetime is optional. */
export const readToken = z.object({
  access_token: z
    .string()
    .min(1)
    .regex(/^[\x21-\x7e]+$/),
  expires_in: z.number().positive().nullish().catch(null),
});
