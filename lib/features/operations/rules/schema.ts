/** The shapes of the operation journal. What each state means and what proves it: docs/decisions/0010-operation-journal.md. */
import { z } from "zod";
import type { OperationKind } from "#lib/db/client.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import { t } from "#lib/core/texts.ts";

const id = z.int().positive();

/** Registry and service ids that an answer belongs to; which are set depends on the kind. */
export const contextSchema = z.object({
  cloudId: z.uuid().optional(),
  cloudServiceId: id.optional(),
  projectId: z.uuid().optional(),
  projectServiceId: id.optional(),
  invitationId: z.uuid().optional(),
  /** The invitation's state before this email, restored if it was not sent. */
  invitationBefore: z.string().nullable().optional(),
  /** Since when the person waits: since the call began; with another email to somebody who waits, since the invitation. */
  waitingSince: z.iso.datetime().optional(),
  fileName: z.string().optional(),
  sizeBytes: z.number().nullable().optional(),
  /** The version of a model that an upload replaces as the last one, as known when the file was chosen. */
  replaces: z
    .object({
      modelId: id,
      documentId: id.nullable(),
      fileName: z.string(),
      addedAt: z.iso.datetime().nullable(),
    })
    .optional(),
});
export type OperationContext = z.infer<typeof contextSchema>;

/** The service's number of the Cloud in which something is created. @throws ZodError where there is none */
export function cloudNumberOf({ cloudServiceId }: OperationContext): number {
  return id.parse(cloudServiceId);
}

/** The service's number of the project in which something is created. @throws ZodError where there is none */
export function projectNumberOf({ projectServiceId }: OperationContext): number {
  return id.parse(projectServiceId);
}

/** The result of a confirmed operation. */
export const resultSchema = z.object({
  serviceId: id.nullable(),
  modelId: id.nullable().optional(),
  name: z.string().nullable().optional(),
  role: z.number().nullable().optional(),
  /** The registry's row: the Cloud, project or invitation. */
  registryId: z.uuid().nullable().optional(),
  /** The service's messages about single fields, when it refused. */
  fieldErrors: z.record(z.string(), z.array(z.string())).optional(),
  retryAfterSeconds: z.number().nullable().optional(),
});
export type OperationResult = z.infer<typeof resultSchema>;

/** What to do, recorded before anything is sent. */
export type Submission = {
  /** Made with the form. */
  key: string;
  kind: OperationKind;
  connection: { id: string; revision: number };
  path: string;
  body: { [key: string]: JsonValue };
  /** Only one open operation per connection may have it. */
  subject: string;
  /** For people: the Cloud's name, the address, the file. */
  /** Name of the Cloud or project that it is about, for the audit. */
  place?: string;
  title: string;
  context: OperationContext;
};

const noteSchema = z.string().trim().max(2000).default("");

export const settleSchema = z.discriminatedUnion("decision", [
  z.object({
    id: z.uuid(),
    decision: z.literal("exists"),
    serviceId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    note: noteSchema,
  }),
  z.object({ id: z.uuid(), decision: z.enum(["absent", "leave", "close"]), note: noteSchema }),
]);
export type Settle = z.input<typeof settleSchema>;

/** As many as one page of the list shows. */
const SETTLED_AT_ONCE_MAX = 200;

export const settleManySchema = z.object({
  ids: z
    .array(z.uuid())
    .min(1, { error: () => t("Choose at least one operation.") })
    .max(SETTLED_AT_ONCE_MAX, {
      error: () => t("Choose at most {max} operations.", { max: SETTLED_AT_ONCE_MAX }),
    }),
  decision: z.enum(["absent", "close"]),
  note: noteSchema,
});
export type SettleMany = z.input<typeof settleManySchema>;
