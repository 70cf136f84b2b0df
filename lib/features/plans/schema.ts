/** Plans: input, the content of a step, and what people see of a plan and its steps. */
import { z } from "zod";
import type { AddressVerdict, OperationState } from "#lib/db/client.ts";
import { keySchema } from "#lib/features/clouds/schema.ts";
import { roleSchema } from "#lib/features/invitations/schema.ts";
import type { PrepareList } from "#lib/features/batches/schema.ts";

export const FILE_BYTES_MAX = 2 * 1024 * 1024;
export const PROJECTS_MAX = 1_000;
export const PEOPLE_MAX = 1_000;
export const MODELS_MAX = 200;

export const preparePlanSchema = z.object({
  key: keySchema,
  connectionId: z.uuid(),
  /** The Cloud's name. Empty where a file contains it. */
  name: z.string().default(""),
  /** One per line; an indented line is a child of the line above. */
  projects: z.string().default(""),
  /** Addresses in any form. */
  people: z.string().default(""),
  role: roleSchema,
});
export type PreparePlan = PrepareList<typeof preparePlanSchema>;

/** For a model's step. `fileKey`: in the file store; null until a file is chosen, and once the service has it. */
export const modelFieldsSchema = z.object({
  fileName: z.string(),
  fileKey: z.string().nullable(),
  sizeBytes: z.number().nullable(),
});
export type ModelFields = z.infer<typeof modelFieldsSchema>;

/** For a person's step. `email` is null where the typed text contains no address. */
export const personFieldsSchema = z.object({
  email: z.string().nullable(),
  address: z.string().nullable(),
  role: z.union([z.literal(50), z.literal(100)]).nullable(),
});
export type PersonFields = z.infer<typeof personFieldsSchema>;

/** States that prove that the result exists. */
export const GOOD_STATES: readonly OperationState[] = ["DONE", "RESOLVED_DONE", "ALREADY", "DUPLICATE_FOUND"];

/** A person may send to these addresses anyway. */
export const CHOOSABLE: readonly AddressVerdict[] = ["GOOD", "LOOK_ALIKE", "MIXED_SCRIPTS"];
